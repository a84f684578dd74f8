import type { Transaction } from "../../kernel/transaction.ts"
import { roundsSoFar } from "./rules/rounds.ts"
import { isOfProject } from "../../outbox/page-recipient.ts"

/** SQL: the pages of an alert and of the ended alerts it took over from. */
const pagesOfGroup = `
  page join escalation own on own.alert_id = page.alert_id
   where (own.alert_id = e.alert_id or own.lead_id = e.alert_id)`

/**
 * Cancel the pages of a person who left the project. Unacknowledged alerts they were paged for go to the next rule
 * at once, or back to the first if no rule is left and nobody else was paged.
 */
export async function reassignPages(
  tx: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  // Waits for a step in progress, so its pages are seen below; later steps no longer find the person.
  await tx.query({
    name: "lock-escalations-of-project",
    text: `select from escalation where project_id = $1::uuid and state in ('active', 'exhausted')
            order by alert_id for no key update`,
    values: [projectId],
  })
  const reassigned = await tx.query<{ alertId: string }>({
    name: "reassign-escalations",
    text: `
      update escalation e
         set due_at = least(e.due_at, date_trunc('milliseconds', now())), state = 'active', ended_at = null,
             step = case e.state when 'active' then e.step else 0 end,
             rounds_before = case e.state when 'active' then e.rounds_before else ${roundsSoFar} end
       where e.project_id = $1::uuid
         and exists (select from ${pagesOfGroup} and page.user_id = $2::uuid)
         and (e.state = 'active' or e.state = 'exhausted' and e.silenced_at is null and not exists (
               select from ${pagesOfGroup} and ${isOfProject}))
      returning e.alert_id as "alertId"`,
    values: [projectId, userId],
  })
  await tx.query({
    name: "cancel-pages-of-person",
    text: `
      with undigested as (
        update page set digest_at = null
         where project_id = $1::uuid and user_id = $2::uuid and digest_at is not null)
      update delivery d set state = 'cancelled', settled_at = now() from page
       where page.project_id = $1::uuid and page.user_id = $2::uuid and d.page_id = page.id
         and d.state = 'pending'`,
    values: [projectId, userId],
  })
  // What was sent to them reached nobody any more.
  await tx.query({
    name: "check-reach-without-person",
    text: `
      update escalation e set reach_check_at = date_trunc('milliseconds', now())
       where e.project_id = $1::uuid and e.state in ('active', 'exhausted')
         and exists (select from ${pagesOfGroup} and page.user_id = $2::uuid)`,
    values: [projectId, userId],
  })
  for (const { alertId } of reassigned) tx.publish("alert.changed", { projectId, alertId })
  if (reassigned.length > 0) tx.publish("delivery.due", { projectId })
}
