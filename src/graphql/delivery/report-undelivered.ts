import type { DeliveryLane } from "../../../prisma/generated/enums.ts"
import type { Transaction } from "../transaction.ts"
import { forwardPages } from "./forward.ts"
import { pauseAfter, schedules } from "./schedule.ts"

type Reported = {
  id: string
  projectId: string | null
  channelId: string | null
  lane: Exclude<DeliveryLane, "event">
  tries: number
  isNeeded: boolean
}

/** A way that takes a message on and loses it this often will lose the next one, too. */
const mostTries = 3

/**
 * The provider took a message on, and tells now that it did not arrive: the attempt counts as failed, it is tried
 * again on its schedule while anybody needs it, and the person's next way goes at once. The same report a second
 * time changes nothing.
 *
 * @param receipt what the provider calls the message.
 * @param why in words that tell its owner what to do.
 * @returns false where no delivery waits for this report.
 */
export async function reportUndelivered(
  tx: Transaction,
  receipt: string,
  why: string,
): Promise<boolean> {
  // The channel first: so takes them whoever settles, changes or deletes.
  await tx.db.$queryRaw`
    select id from channel where id in (select channel_id from delivery where receipt = ${receipt} and confirmed_at is null)
     order by id for no key update`
  const [found] = await tx.db.$queryRaw<Reported[]>`
    select d.id, d.project_id as "projectId", d.channel_id as "channelId", d.lane, d.tries,
           a.id is null or (a.acknowledged_at is null and a.resolved_at is null) as "isNeeded"
      from delivery d
      left join page on page.id = d.page_id
      left join escalation on escalation.alert_id = page.alert_id
      left join alert a on a.id = coalesce(escalation.lead_id, page.alert_id)
     where d.receipt = ${receipt} and d.state = 'delivered' and d.confirmed_at is null
     order by d.id desc limit 1 for no key update of d`
  if (found === undefined) return false
  const { id, lane, tries } = found
  const isTriedAgain = found.isNeeded && tries < mostTries
  const pause = isTriedAgain ? pauseAfter(schedules[lane], tries, null) : null
  const state = pause === null ? "dead" : "pending"
  await tx.db.$executeRaw`
    update delivery
       set state = ${state}::delivery_state, last_error = ${why},
           settled_at = case when ${state} = 'dead' then now() end,
           due_at = case when ${state} = 'pending'
                         then date_trunc('milliseconds', now() + make_interval(secs => ${pause ?? 0}::float8))
                         else due_at end
     where id = ${id}::uuid`
  await tx.db.$executeRaw`
    update delivery_attempt set outcome = 'undelivered', error = ${why}
     where delivery_id = ${id}::uuid
       and number = (select attempts from delivery where id = ${id}::uuid)`
  await tx.db.$executeRaw`
    update channel set last_error = ${why} where id = ${found.channelId}::uuid`
  await forwardPages(tx, [id])
  tx.publish("delivery.due", { projectId: found.projectId })
  return true
}
