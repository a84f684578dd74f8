import type { SqlTransaction } from "../transaction.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { handOver, holdGroups } from "./hand-over.ts"
import { isUnderWay } from "./silence.ts"

type UnderWay = { alertId: string; state: "active" | "joined" | "exhausted" }

/** An expression of SQL: the latest round of an escalation, after which the next ones count. */
export const roundsSoFar = `
  coalesce((select max(t.round) from escalation_turn t where t.alert_id = e.alert_id), e.rounds_before)`

/**
 * Lets the paging that is under way rest until a moment and then begin with the first rule: what is still wrong
 * when a silence ends is told like something new. What was not sent yet is not sent. Others of its group are not
 * silent: the next of them pages for the rest.
 */
export async function beginAnew(tx: SqlTransaction, alertIds: string[], at: Date): Promise<void> {
  if (alertIds.length === 0) return
  await holdGroups(tx, alertIds)
  const underWay = await tx.query<UnderWay>({
    name: "escalations-under-way",
    text: `select alert_id as "alertId", state::text as state from escalation e
            where alert_id = any($1::uuid[]) and ${isUnderWay}`,
    values: [alertIds],
  })
  // Also where no turn is left: what is not sent of its pages, the next one has to tell.
  const leads = underWay.flatMap(({ alertId, state }) =>
    state === "joined" ? [] : [{ alertId, state: "active" as const }],
  )
  await handOver(tx, leads, false)
  const rested = await tx.query<{ alertId: string; projectId: string }>({
    name: "begin-escalations-anew",
    text: `
      update escalation e
         set state = 'active', ended_at = null, lead_id = null, turn = 0, waits_since = $2::timestamptz, due_at = $2::timestamptz,
             rounds_before = ${roundsSoFar}
       where e.alert_id = any($1::uuid[])
      returning e.alert_id as "alertId", e.project_id as "projectId"`,
    values: [underWay.map(({ alertId }) => alertId), at],
  })
  await cancelUnsent(
    tx,
    rested.map(({ alertId }) => alertId),
  )
  for (const { alertId, projectId } of rested) tx.publish("alert.changed", { projectId, alertId })
}
