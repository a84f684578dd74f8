import type { SqlTransaction } from "../../kernel/transaction.ts"
import { lockGroups } from "./hand-over-escalation.ts"
import { roundsSoFar } from "./rules/rounds.ts"
import { reachCheckSeconds } from "./write-pages.ts"

/**
 * Stop the paging of alerts until a time, or let it go on earlier: what waits, a step or a message, waits longer by the
 * time between `from` and `until`, and an escalation without a step left begins again with the first rule. A wait for
 * another silence lasts until both are over. A message on its way is not stopped.
 *
 * @param from when the paging would go on otherwise: now, or the end of the snooze that it replaces.
 */
export async function postponePaging(
  tx: SqlTransaction,
  alertIds: string[],
  from: Date,
  until: Date,
): Promise<void> {
  await lockGroups(tx, alertIds)
  await tx.query({
    name: "postpone-escalations",
    text: `
      update escalation e
         set state = 'active', ended_at = null,
             step = case e.state when 'active' then e.step else 0 end,
             rounds_before = case e.state when 'active' then e.rounds_before else ${roundsSoFar} end,
             waiting_since = case when waits.elsewhere then greatest(e.waiting_since, $3::timestamptz) else $3::timestamptz end,
             due_at = case when e.state <> 'active' then $3::timestamptz
                           when waits.elsewhere then greatest(e.due_at, $3::timestamptz)
                           else $3::timestamptz + greatest(e.due_at - $2::timestamptz, interval '0') end,
             reach_check_at = $3::timestamptz + make_interval(secs => $4::int)
        from (select one.alert_id, one.waiting_since > greatest($2::timestamptz, now()) as elsewhere from escalation one) waits
       where e.alert_id = any($1::uuid[]) and waits.alert_id = e.alert_id
         and (e.state = 'active' or e.state = 'exhausted' and e.silenced_at is null)`,
    values: [alertIds, from, until, reachCheckSeconds],
  })
  await tx.query({
    name: "postpone-pages",
    text: `
      update delivery d set due_at = $3::timestamptz + greatest(d.due_at - $2::timestamptz, interval '0')
        from page
       where page.alert_id = any($1::uuid[]) and page.asked_by is null and d.page_id = page.id
         and d.event = 'alert.created' and d.state = 'pending'`,
    values: [alertIds, from, until],
  })
  await tx.query({
    name: "postpone-digests",
    text: `
      update page set digest_at = greatest(digest_at, $2::timestamptz), overflow_at = greatest(overflow_at, $2::timestamptz)
       where alert_id = any($1::uuid[]) and (digest_at is not null or overflow_at is not null)`,
    values: [alertIds, until],
  })
}

/** Make a due step wait for the end of a snooze that began while another silence lasted. */
export async function awaitSnooze(tx: SqlTransaction, alertId: string, until: Date): Promise<void> {
  await tx.query({
    name: "await-snooze",
    text: "update escalation set waiting_since = $2::timestamptz, due_at = $2::timestamptz where alert_id = $1::uuid",
    values: [alertId, until],
  })
}
