import type pg from "pg"
import type { DeliveryQueue } from "../../../prisma/generated/enums.ts"
import { claimDeliveries, claimStatement } from "../engine/claim-deliveries.ts"
import type { Free } from "../engine/slots.ts"

export type MessageQueue = Extract<DeliveryQueue, "page" | "notice">

/** A leased delivery; settling requires the current token. */
export type ClaimedMessage = {
  id: string
  token: string
  event: string
  /** Prefix of the target; each channel kind has its own slots. */
  kind: string
  pageId: string | null
  channelId: string | null
  /** How many attempts its round has had. */
  tries: number
  payload: unknown
}

/**
 * Claims due deliveries of a queue, most urgent first, limited per target and per channel kind, so that a dead
 * provider does not block others.
 *
 * @param free with the messages of each channel kind that this process is sending.
 */
export function claimMessages(
  pool: pg.Pool,
  queue: MessageQueue,
  { free, busy }: Free,
  { slotsOfKind, perTarget }: { slotsOfKind: number; perTarget: number },
): Promise<ClaimedMessage[]> {
  const full = Object.keys(busy).filter((kind) => (busy[kind] ?? 0) >= slotsOfKind)
  const values = [free, full, JSON.stringify(busy), slotsOfKind, perTarget]
  return claimDeliveries<Omit<ClaimedMessage, "token">>(pool, queue, claim, values)
}

/** The priorities are few, and each is a range of the index that ends now. */
const claim = claimStatement(
  "claim messages",
  `level as (
    (select priority from delivery
      where state = 'pending' and queue in ('page', 'notice') and queue = $1::delivery_queue
      order by priority desc limit 1)
    union all
    select (select priority from delivery
             where state = 'pending' and queue in ('page', 'notice') and queue = $1::delivery_queue
               and priority < level.priority
             order by priority desc limit 1)
      from level where level.priority is not null
  ), due as materialized (
    select d.* from level cross join lateral (
      select id, target, split_part(target, ':', 1) as kind, priority, due_at,
             event, page_id, channel_id, tries, payload
        from delivery
       where state = 'pending' and queue in ('page', 'notice') and queue = $1::delivery_queue
         and priority = level.priority and due_at <= now()
         and id not in (select delivery_id from leased)
         and split_part(target, ':', 1) <> all($5::text[])
         and target not in (select target from busy where count >= $8::int)
       order by due_at, id limit $4::int for no key update skip locked) d
  ), placed as (
    select due.*, coalesce(busy.count, 0)
             + row_number() over (partition by due.target order by priority desc, due_at, id) as of_target
      from due left join busy using (target)
  ), counted as (
    select placed.*, row_number() over (partition by kind order by priority desc, due_at, id) as of_kind
      from placed where of_target <= $8::int
  ), chosen as materialized (
    select * from counted
     where of_kind <= $7::int - coalesce(($6::jsonb ->> kind)::int, 0)
     order by priority desc, due_at, id limit $4::int
  )`,
  `select id, event, kind, page_id as "pageId", channel_id as "channelId", tries, payload
    from chosen`,
)
