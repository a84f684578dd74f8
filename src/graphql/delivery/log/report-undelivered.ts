import { writeFindings, type Finding } from "../../../findings/finding.ts"
import type { DeliveryQueue } from "../../../../prisma/generated/enums.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { announceAlertsOfPages } from "./announce-alerts-of-pages.ts"
import { forwardPages } from "../../outbox/forward-pages.ts"
import { pauseAfter, schedules } from "./rules/delivery-schedule.ts"

type Reported = {
  id: string
  pageId: string | null
  projectId: string | null
  channelId: string | null
  queue: Exclude<DeliveryQueue, "event">
  tries: number
  isNeeded: boolean
}

/** A channel that accepted and lost a message this often is not tried again. */
const maxTries = 3

/**
 * Record the provider's report that an accepted message did not arrive: mark the attempt as failed, schedule a retry
 * while the message is needed, and send the person's next delivery at once. Idempotent.
 *
 * @param receipt the provider's message id.
 * @param why what became of it.
 * @returns false if no delivery awaits this report.
 */
export async function reportUndelivered(
  tx: Transaction,
  receipt: string,
  why: Finding,
): Promise<boolean> {
  // Lock the channel first, in the same order as settling, changing and deleting.
  await tx.db.$queryRaw`
    select id from channel where id in (select channel_id from delivery where receipt = ${receipt} and confirmed_at is null)
     order by id for no key update`
  const [found] = await tx.db.$queryRaw<Reported[]>`
    select d.id, d.page_id as "pageId", d.project_id as "projectId", d.channel_id as "channelId", d.queue, d.tries,
           a.id is null or (a.acknowledged_at is null and a.resolved_at is null) as "isNeeded"
      from delivery d
      left join page on page.id = d.page_id
      left join escalation on escalation.alert_id = page.alert_id
      left join alert a on a.id = coalesce(escalation.lead_id, page.alert_id)
     where d.receipt = ${receipt} and d.state = 'delivered' and d.confirmed_at is null
     order by d.id desc limit 1 for no key update of d`
  if (found === undefined) return false
  const { id, queue, tries } = found
  const isRetried = found.isNeeded && tries < maxTries
  const pause = isRetried ? pauseAfter(schedules[queue], tries, null, Math.random) : null
  const state = pause === null ? "dead" : "pending"
  const findings = writeFindings([why])
  await tx.db.$executeRaw`
    update delivery
       set state = ${state}::delivery_state, last_error = '', last_findings = ${findings}::jsonb,
           settled_at = case when ${state} = 'dead' then now() end,
           due_at = case when ${state} = 'pending'
                         then date_trunc('milliseconds', now() + make_interval(secs => ${pause ?? 0}::float8))
                         else due_at end
     where id = ${id}::uuid`
  await tx.db.$executeRaw`
    update delivery_attempt set outcome = 'undelivered', error = null, findings = ${findings}::jsonb
     where delivery_id = ${id}::uuid
       and number = (select attempts from delivery where id = ${id}::uuid)`
  await tx.db.$executeRaw`
    update channel set last_error = '', last_findings = ${findings}::jsonb where id = ${found.channelId}::uuid`
  await forwardPages(tx, [id])
  await announceAlertsOfPages(tx, [found.pageId])
  tx.publish("delivery.due", { projectId: found.projectId })
  return true
}
