import { forwardPages } from "../delivery/forward.ts"
import type { Transaction } from "../transaction.ts"
import type { ChannelEvent } from "./owe.ts"

/**
 * Gives up what a channel is still owed; what is being sent at this moment is left to its sender. The next way of a
 * page goes at once, as this one is lost.
 */
export async function cancelUnsent(
  tx: Transaction,
  channelId: string,
  why: string,
  event: ChannelEvent | null = null,
): Promise<void> {
  const cancelled = await tx.db.$queryRaw<{ id: string }[]>`
    update delivery
       set state = 'cancelled', settled_at = now(), last_error = ${why}
     where channel_id = ${channelId}::uuid and state = 'pending'
       and not exists (select from delivery_lease l where l.delivery_id = delivery.id and l.until >= now())
       and (${event}::text is null or event = ${event})
    returning id`
  await forwardPages(
    tx,
    cancelled.map(({ id }) => id),
  )
}
