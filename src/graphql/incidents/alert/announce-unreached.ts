import type { Finding } from "../../../findings/finding.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { announceAlerts } from "./announce-alert.ts"
import { readAnnouncedAlerts } from "./announced-alert.ts"

const findings: readonly Finding[] = [{ code: "nobody_reached", parameters: {} }]

/** Enqueue the event of alerts about which nobody can be reached, once for each time. */
export async function announceUnreached(tx: SqlTransaction, alertIds: string[]): Promise<void> {
  const announced = await readAnnouncedAlerts(tx, alertIds)
  const since = await tx.query<{ id: string; since: Date }>({
    name: "unreachable-since",
    text: `select alert_id as id, unreachable_since as since from escalation
            where alert_id = any($1::uuid[]) and unreachable_since is not null`,
    values: [alertIds],
  })
  const times = new Map(since.map((row) => [row.id, row.since.toISOString()]))
  await announceAlerts(
    tx,
    announced.map((alert) => ({
      alert,
      event: "alert.unreached",
      change: times.get(alert.id) ?? "",
      findings,
    })),
  )
}
