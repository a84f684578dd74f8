import type { SqlTransaction } from "../../kernel/transaction.ts"
import { cancelUnsent } from "./cancel-unsent-pages.ts"
import { handOver, lockGroups } from "./hand-over-escalation.ts"
import { goesOnAt, pagedOnAt } from "./rules/flap-paging.ts"

/**
 * Let the escalations of flapping alerts that recovered go on: a flap counts as one outage until its window passes, so
 * its steps keep their times, and pages are sent although the target is up at that moment. Before the flap has paged
 * on, unsent pages are cancelled. An open alert of the group takes over from a leader.
 *
 * @returns the alerts that have a successor.
 */
export async function restEscalations(
  tx: SqlTransaction,
  alertIds: string[],
): Promise<Set<string>> {
  if (alertIds.length === 0) return new Set()
  const ids = new Set(alertIds)
  const locked = await lockGroups(tx, alertIds)
  const takenOver = await handOver(
    tx,
    locked.filter(({ alertId, state }) => ids.has(alertId) && state !== "ended"),
    "over",
  )
  const rested = await tx.query<{ alertId: string; isPagedOn: boolean }>({
    name: "rest-escalations",
    text: `
      update escalation e
         set state = case when e.alert_id = any($2::uuid[]) then 'joined' else e.state end,
             due_at = case when rest.is_waiting then rest.at else e.due_at end,
             -- The delay of a step that waited stays what it was.
             waiting_since = case when rest.is_waiting then rest.at - (e.due_at - e.waiting_since) else e.waiting_since end
        from (select e.alert_id, paged.at is not null as is_paged_on, ${goesOnAt(false)} as at,
                     e.state = 'active' and paged.at is null and e.silenced_at is null as is_waiting
                from escalation e join flap on flap.alert_id = e.alert_id
               cross join lateral (select ${pagedOnAt} as at) paged
               where e.alert_id = any($1::uuid[])) rest
       where e.alert_id = rest.alert_id
      returning e.alert_id as "alertId", rest.is_paged_on as "isPagedOn"`,
    values: [alertIds, [...takenOver]],
  })
  await cancelUnsent(
    tx,
    rested.flatMap(({ alertId, isPagedOn }) =>
      isPagedOn || takenOver.has(alertId) ? [] : [alertId],
    ),
  )
  return takenOver
}
