import type { SqlTransaction } from "../../kernel/transaction.ts"
import { cancelUnsent } from "./cancel-unsent-pages.ts"
import { handOver, lockGroups } from "./hand-over-escalation.ts"
import { isUnderWay } from "./silence-escalation.ts"

type UnderWay = { alertId: string; state: "active" | "joined" | "exhausted" }

/** SQL: the latest round of an escalation; a restart counts on from it. */
export const roundsSoFar = `
  coalesce((select max(s.round) from escalation_step s where s.alert_id = e.alert_id), e.rounds_before)`

/**
 * Pause escalations until `at`, then restart them with the first rule. Unsent pages are cancelled. If a silenced
 * alert leads a group, another alert of the group takes over.
 */
export async function restartEscalation(
  tx: SqlTransaction,
  alertIds: string[],
  at: Date,
): Promise<void> {
  if (alertIds.length === 0) return
  await lockGroups(tx, alertIds)
  const underWay = await tx.query<UnderWay>({
    name: "escalations-under-way",
    text: `select alert_id as "alertId", state::text as state from escalation e
            where alert_id = any($1::uuid[]) and ${isUnderWay}`,
    values: [alertIds],
  })
  // Also if no step is left: the new leader must send the pages cancelled below.
  const leads = underWay.flatMap(({ alertId, state }) =>
    state === "joined" ? [] : [{ alertId, state: "active" as const }],
  )
  await handOver(tx, leads, false)
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
