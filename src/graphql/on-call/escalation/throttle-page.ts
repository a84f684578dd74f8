import { writeFindings } from "../../../findings/finding.ts"
import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"
import { messageWords } from "../../../channels/words/message-language.ts"
import {
  isThrottled,
  longestThrottleMinutes,
  throttled as throttledBy,
  throttleOf,
  type Throttle,
} from "../../outbox/rules/page-throttle.ts"
import type { Urgency } from "../contact/rules/recipients.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { advanceNextDelivery, readAccountMails } from "../../outbox/forward-pages.ts"
import { scheduleOverflow } from "../../outbox/schedule-overflow.ts"

/** What a step pages: a person's channel or account address (without a channel), or a team channel. */
export type Paged = { channelId: string | null; kind: ChannelKind; userId: string | null }

type PagingStep = { alertId: string; projectId: string; urgency: Urgency; now: Date }

/**
 * Cancel deliveries beyond the throttle of a channel or account address, record the reason, and warn once on the channel. The person's next
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
  if (paged.length === 0) return
  const channelIds = paged.flatMap(({ channelId }) => channelId ?? [])
  const earlier = await tx.query<{ channelId: string; at: Date }>({
    name: "earlier-pages",
    text: `select channel_id as "channelId", created_at as at from delivery
            where channel_id = any($1::uuid[]) and created_at > now() - make_interval(mins => $2::int)
              and event = 'alert.created' and state <> 'cancelled' and page_id <> all($3::uuid[])`,
    values: [channelIds, longestThrottleMinutes, pageIds],
  })
  const accountIds = paged.flatMap(({ channelId, userId }) =>
    channelId === null ? (userId ?? []) : [],
  )
  const mails =
    accountIds.length === 0
      ? new Map<string, Date[]>()
      : await readAccountMails(tx, accountIds, pageIds)
  const throttled: { id: string; pageId: string }[] = []
  for (const one of paged) {
    const throttle = throttleOf(one.kind, step.urgency)
    const times =
      one.channelId === null
        ? (mails.get(one.userId ?? "") ?? [])
        : earlier.flatMap(({ channelId, at }) => (channelId === one.channelId ? [at] : []))
    if (!isThrottled(throttle, times, step.now)) continue
    throttled.push(
      ...(await tx.query<{ id: string; pageId: string }>({
        name: "throttle-page",
        text: `update delivery set state = 'cancelled', settled_at = now(), last_error = '', last_findings = $3::jsonb
                where page_id = any($1::uuid[]) and state = 'pending'
                  and (channel_id = $2::uuid or $2::uuid is null and account_id = $4::uuid)
               returning id, page_id as "pageId"`,
        values: [pageIds, one.channelId, writeFindings([throttledBy(throttle)]), one.userId],
      })),
    )
    if (one.channelId !== null) await warn(tx, step, { ...one, channelId: one.channelId }, throttle)
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
  { channelId: id, kind, userId }: Paged & { channelId: string },
  { most, minutes }: Throttle,
): Promise<void> {
  if (channelKinds[kind].sendsChanges === "none") return
  const window = Math.floor(now.getTime() / (minutes * 60_000))
  const [person] = await tx.query<{ language: string }>({
    name: "language-of-person",
    text: `select language from "user" where id = $1::uuid`,
    values: [userId],
  })
  const { digest: words } = messageWords(person?.language)
  await enqueueMessages(tx, [
    {
      projectId,
      queue: "notice",
      event: "alert.throttled",
      subjectId: alertId,
      recipient: { channel: { id, kind } },
      dedupeKey: `alert.throttled:${id}:${window}`,
      notice: {
        subject: words.tooMany(most, minutes),
        paragraphs: [userId === null ? words.restHere : words.restElsewhere],
        link: null,
        unsubscribeUrl: null,
      },
    },
  ])
}
