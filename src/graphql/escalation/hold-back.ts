import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Throttle } from "../contact/throttle.ts"
import { isTooMany, longestThrottleMinutes, sayThrottle, throttleOf } from "../contact/throttle.ts"
import type { Urgency } from "../contact/ways.ts"
import { owe } from "../delivery/owe.ts"
import type { SqlTransaction } from "../transaction.ts"

/** A channel that a turn pages over, and whose it is; null for a room. */
export type Paged = { channelId: string; kind: ChannelKind; userId: string | null }

type Turn = { alertId: string; projectId: string; urgency: Urgency; now: Date }

/**
 * Cancels what would be too much over a channel, and says so: on the delivery, and to the channel's owner in one
 * message once the time is over. Called after the pages of a turn are owed.
 *
 * @param pageIds the pages of the turn, which are not counted.
 */
export async function holdBack(
  tx: SqlTransaction,
  turn: Turn,
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
  for (const one of paged) {
    const throttle = throttleOf(one.kind, turn.urgency)
    const times = earlier.flatMap(({ channelId, at }) => (channelId === one.channelId ? [at] : []))
    if (!isTooMany(throttle, times, turn.now)) continue
    await tx.query({
      name: "hold-back-page",
      text: `update delivery set state = 'cancelled', settled_at = now(), last_error = $3::text
              where page_id = any($1::uuid[]) and channel_id = $2::uuid and state = 'pending'`,
      values: [pageIds, one.channelId, sayThrottle(throttle)],
    })
    await sumUp(tx, turn, one, throttle)
  }
}

/** Once for each stretch of time; nobody is called for it. */
async function sumUp(
  tx: SqlTransaction,
  { alertId, projectId, now }: Turn,
  { channelId: id, kind, userId }: Paged,
  { most, minutes }: Throttle,
): Promise<void> {
  const stretchMs = minutes * 60_000
  const stretch = Math.floor(now.getTime() / stretchMs)
  const isSpoken = kind === "voice" && userId !== null
  await owe(tx, [
    {
      projectId,
      lane: "notice",
      event: "alert.throttled",
      subjectId: alertId,
      way: isSpoken ? { accountId: userId } : { channel: { id, kind } },
      dedupeKey: `alert.throttled:${id}:${stretch}`,
      delaySeconds: ((stretch + 1) * stretchMs - now.getTime()) / 1000,
      notice: {
        subject: "Pages were held back",
        paragraphs: [
          `More than ${most} pages were due over one of your channels (${kind}) within ${minutes} minutes. ` +
            "Those beyond were not sent over it; look at the open alerts.",
        ],
        link: null,
        unsubscribeUrl: null,
      },
    },
  ])
}
