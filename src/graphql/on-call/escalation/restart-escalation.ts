import type { SqlTransaction } from "../../kernel/transaction.ts"
import { cancelUnsent } from "./cancel-unsent-pages.ts"
import { handOver, lockGroups } from "./hand-over-escalation.ts"
import { roundsSoFar } from "./rules/rounds.ts"
import { isUnderWay } from "./silence-escalation.ts"

type Open = { alertId: string; state: "active" | "joined" | "exhausted"; isUnderWay: boolean }

/**
 * Silence escalations until `at`; those under way restart with the first rule then. Unsent pages are cancelled. If a
 * silenced alert leads a group, another alert of the group takes over at once, also after its last step.
 */
export async function restartEscalation(
  tx: SqlTransaction,
  alertIds: string[],
  at: Date,
): Promise<void> {
  if (alertIds.length === 0) return
  await lockGroups(tx, alertIds)
  const open = await tx.query<Open>({
    name: "open-escalations",
    text: `select alert_id as "alertId", state::text as state, ${isUnderWay} as "isUnderWay" from escalation e
            where alert_id = any($1::uuid[]) and state <> 'ended'`,
    values: [alertIds],
  })
  await handOver(
    tx,
    open.filter(({ state }) => state !== "joined"),
    "silenced",
  )
  const underWay = open.filter((one) => one.isUnderWay)
  const restarted = await tx.query<{ alertId: string; projectId: string }>({
    name: "restart-escalations",
    text: `
      update escalation e
         set state = 'active', ended_at = null, lead_id = null, step = 0, waiting_since = $2::timestamptz, due_at = $2::timestamptz,
             rounds_before = ${roundsSoFar}
       where e.alert_id = any($1::uuid[])
      returning e.alert_id as "alertId", e.project_id as "projectId"`,
    values: [underWay.map(({ alertId }) => alertId), at],
  })
  await cancelUnsent(
    tx,
    restarted.map(({ alertId }) => alertId),
  )
  for (const { alertId, projectId } of restarted)
    tx.publish("alert.changed", { projectId, alertId })
}
