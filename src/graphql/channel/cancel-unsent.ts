import type { Transaction } from "../transaction.ts"
import type { ChannelEvent } from "./owe.ts"

/** Gives up what a channel is still owed; what is being sent at this moment is left to its sender. */
export async function cancelUnsent(
  { db }: Transaction,
  channelId: string,
  why: string,
  event: ChannelEvent | null = null,
): Promise<void> {
  await db.$executeRaw`
    update delivery
       set state = 'cancelled', settled_at = now(), last_error = ${why}
     where channel_id = ${channelId}::uuid and state = 'pending'
       and not exists (select from delivery_lease l where l.delivery_id = delivery.id and l.until >= now())
       and (${event}::text is null or event = ${event})`
}
