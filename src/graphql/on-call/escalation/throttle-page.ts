import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"
import { scheduleOverflow } from "../contact/overflow.ts"
import type { Throttle } from "../contact/rules/page-throttle.ts"
import {
  isThrottled,
  longestThrottleMinutes,
  throttleMessage,
  throttleOf,
} from "../contact/rules/page-throttle.ts"
import type { Urgency } from "../contact/rules/recipients.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { advanceNextDelivery } from "../../outbox/forward-pages.ts"

/** A channel that a step pages, and its owner; null for a team channel. */
export type Paged = { channelId: string; kind: ChannelKind; userId: string | null }

type PagingStep = { alertId: string; projectId: string; urgency: Urgency; now: Date }

/**
 * Cancel deliveries beyond a channel's throttle, record the reason, and warn once on the channel. The person's next
 * delivery is sent at once, and a digest of the throttled alerts follows within seconds: to the account address, or
 * to the team channel itself. Call after enqueueing the pages of a step.
 *
 * @param pageIds the pages of this step, which do not count.
 */
export async function throttlePages(
  tx: SqlTransaction,
  step: PagingStep,
  paged: Paged[],
  pageIds: string[],
): Promise<void> {
  const channelIds = paged.map(({ channelId }) => channelId)
  if (channelIds.length === 0) return
  const earlier = await tx.query<{ channelId: string; at: Date }>({
    name: "earlier-pages",
    text: `select channel_id as "channelId", created_at as at from delivery
            where channel_id = any($1::uuid[]) and created_at > now() - make_interval(mins => $2::int)
              and event = 'alert.created' and state <> 'cancelled' and page_id <> all($3::uuid[])`,
    values: [channelIds, longestThrottleMinutes, pageIds],
  })
  const throttled: { id: string; pageId: string }[] = []
  for (const one of paged) {
    const throttle = throttleOf(one.kind, step.urgency)
    const times = earlier.flatMap(({ channelId, at }) => (channelId === one.channelId ? [at] : []))
    if (!isThrottled(throttle, times, step.now)) continue
    throttled.push(
      ...(await tx.query<{ id: string; pageId: string }>({
        name: "throttle-page",
        text: `update delivery set state = 'cancelled', settled_at = now(), last_error = $3::text
                where page_id = any($1::uuid[]) and channel_id = $2::uuid and state = 'pending'
               returning id, page_id as "pageId"`,
        values: [pageIds, one.channelId, throttleMessage(throttle)],
      })),
    )
    await warn(tx, step, one, throttle)
  }
  if (throttled.length === 0) return
  await advanceNextDelivery(
    tx,
    throttled.map(({ id }) => id),
  )
  await scheduleOverflow(
    tx,
    throttled.map(({ pageId }) => pageId),
  )
}

/** Warn on the channel at once, at most once per throttle window; not where only pages are sent. */
async function warn(
  tx: SqlTransaction,
  { alertId, projectId, now }: PagingStep,
  { channelId: id, kind, userId }: Paged,
  { most, minutes }: Throttle,
): Promise<void> {
  if (channelKinds[kind].sendsChanges === "none") return
  const window = Math.floor(now.getTime() / (minutes * 60_000))
  const rest =
    userId === null
      ? "Further alerts follow here in one message."
      : "Further alerts go to your next contact method and, in one e-mail, to your account address."
  await enqueueMessages(tx, [
    {
      projectId,
      queue: "notice",
      event: "alert.throttled",
      subjectId: alertId,
      recipient: { channel: { id, kind } },
      dedupeKey: `alert.throttled:${id}:${window}`,
      notice: {
        subject: `More than ${most} pages within ${minutes} minutes`,
        paragraphs: [rest],
        link: null,
        unsubscribeUrl: null,
      },
    },
  ])
}
