import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { Wave } from "./read-mass-failures.ts"
import { leadersOf, massCause, type Member } from "./rules/group-alerts.ts"
import { proofWaitSeconds } from "./rules/mass-failure.ts"

export type Leader = Member & {
  monitorId: string | null
  /** Whether it is part of a mass failure and has paged nobody. */
  isWaiting: boolean
}

/**
 * Make alerts that wait for their first page one group once they turn out to be part of a mass failure: the oldest
 * leads, and waits for a proof of our own network from when it was raised. The caller holds their locks.
 *
 * @returns what leads now.
 */
export async function joinWave(
  tx: SqlTransaction,
  leaders: Leader[],
  waves: ReadonlyMap<string, Wave>,
): Promise<Leader[]> {
  const massOf = ({ projectId, isWaiting }: Leader) =>
    isWaiting ? (waves.get(projectId)?.mass ?? null) : null
  const waiting = leaders
    .filter((one) => massOf(one) !== null && !one.causes.includes(massCause(one.projectId)))
    .map((one) => ({ ...one, causes: [...one.causes, massCause(one.projectId)] }))
  if (waiting.length === 0) return leaders
  const ids = new Set(waiting.map(({ alertId }) => alertId))
  const others = leaders.filter(({ alertId }) => !ids.has(alertId))
  const leadOf = leadersOf(waiting, others)
  const rows = waiting.map((one) => {
    const { alertId: alert_id, causes } = one
    return { alert_id, causes, mass: massOf(one), lead_id: leadOf.get(alert_id) ?? null }
  })
  await tx.query({
    name: "join-wave",
    text: `
      with row as (
        select * from jsonb_to_recordset($1::jsonb) as row (alert_id uuid, causes jsonb, mass jsonb, lead_id uuid)
      ), led as (
        update escalation e set lead_id = row.lead_id
          from row where e.lead_id = row.alert_id and row.lead_id is not null)
      update escalation e
         set causes = array(select jsonb_array_elements_text(row.causes)), mass = row.mass, lead_id = row.lead_id,
             state = case when row.lead_id is null then e.state else 'joined' end,
             due_at = greatest(e.due_at, e.waiting_since + interval '${proofWaitSeconds} seconds')
        from row where e.alert_id = row.alert_id`,
    values: [JSON.stringify(rows)],
  })
  for (const { alertId, projectId } of waiting) {
    if (leadOf.has(alertId)) tx.publish("alert.changed", { projectId, alertId })
  }
  return [...others, ...waiting.filter(({ alertId }) => !leadOf.has(alertId))]
}
