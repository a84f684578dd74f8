import type { Transaction } from "../transaction.ts"
import { roundsSoFar } from "./begin-anew.ts"

/** An expression of SQL: a page is of a room that is still there, or of somebody who is in the project still. */
export const isOfProject = `
  (page.channel_id is not null or exists (
    select from member where member.project_id = page.project_id and member.user_id = page.user_id))`

/** An expression of SQL: the pages for an alert, and for those over by now in whose place it goes on. */
const pagesOfGroup = `
  page join escalation own on own.alert_id = page.alert_id
   where (own.alert_id = e.alert_id or own.lead_id = e.alert_id)`

/**
 * Somebody has left a project: they are told nothing more of it. What they were paged for and nobody took on goes
 * to the next rule at once; where no rule is left and nobody else was paged, to the first one anew.
 */
export async function passOnPages(
  tx: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  // A turn that is being taken is waited for, so that its pages are seen below; later ones find the person gone.
  await tx.query({
    name: "hold-escalations-of-project",
    text: `select from escalation where project_id = $1::uuid and state in ('active', 'exhausted')
            order by alert_id for no key update`,
    values: [projectId],
  })
  const passedOn = await tx.query<{ alertId: string }>({
    name: "pass-on-escalations",
    text: `
      update escalation e
         set due_at = least(e.due_at, date_trunc('milliseconds', now())), state = 'active', ended_at = null,
             turn = case e.state when 'active' then e.turn else 0 end,
             rounds_before = case e.state when 'active' then e.rounds_before else ${roundsSoFar} end
       where e.project_id = $1::uuid
         and exists (select from ${pagesOfGroup} and page.user_id = $2::uuid)
         and (e.state = 'active' or e.state = 'exhausted' and not exists (
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
  for (const { alertId } of passedOn) tx.publish("alert.changed", { projectId, alertId })
  if (passedOn.length > 0) tx.publish("delivery.due", { projectId })
}
