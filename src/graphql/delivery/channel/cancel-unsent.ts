import { writeFindings, type Finding } from "../../../findings/finding.ts"
import { forwardPages } from "../../outbox/forward-pages.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import type { ChannelEvent } from "./enqueue-channel-notice.ts"

/**
 * Cancel a channel's queued deliveries, except those in progress. The next delivery of each affected page is sent at
 * once.
 */
export async function cancelUnsent(
  tx: Transaction,
  channelId: string,
  why: Finding,
  event: ChannelEvent | null = null,
): Promise<void> {
  const cancelled = await tx.db.$queryRaw<{ id: string }[]>`
    update delivery
       set state = 'cancelled', settled_at = now(), last_error = '', last_findings = ${writeFindings([why])}::jsonb
     where channel_id = ${channelId}::uuid and state = 'pending'
       and not exists (select from delivery_lease l where l.delivery_id = delivery.id and l.until >= now())
       and (${event}::text is null or event = ${event})
    returning id`
  await forwardPages(
    tx,
    cancelled.map(({ id }) => id),
  )
}
