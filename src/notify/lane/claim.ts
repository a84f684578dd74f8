import { randomUUID } from "node:crypto"
import type pg from "pg"
import type { DeliveryLane } from "../../../prisma/generated/enums.ts"
import { claimInTurn, leaseSeconds } from "../claim.ts"

export type Lane = Extract<DeliveryLane, "page" | "notice">

/** A delivery of ours until its lease ends; whoever settles without the present token settles nothing. */
export type Held = {
  id: string
  token: string
  event: string
  /** What its target begins with: each kind of channel has hands of its own. */
  kind: string
  pageId: string | null
  channelId: string | null
  /** How many attempts its round has had. */
  tries: number
  payload: unknown
}

/** How many may be begun: in all, and of kinds that have less than that left. */
export type Room = { all: number; kinds: Record<string, number> }

/** In flight at once for one address, over all workers. */
const perTarget = 2

/**
 * Takes what is due in a lane, the most urgent first, a few of each address and no more of a kind than there is
 * room for: what a dead provider owes holds up no other. What is due later is not looked at.
 */
export async function claimLane(
  pool: pg.Pool,
  lane: Lane,
  { all, kinds }: Room,
  ofKind: number,
): Promise<Held[]> {
  const token = randomUUID()
  const full = Object.keys(kinds).filter((kind) => (kinds[kind] ?? 0) <= 0)
  const rows = await claimInTurn<Omit<Held, "token">>(pool, lane, {
    name: "claim lane",
    text: claim,
    values: [lane, all, full, JSON.stringify(kinds), ofKind, token, leaseSeconds, perTarget],
  })
  return rows.map((row) => ({ ...row, token }))
}

/** The priorities are few, and each is a range of the index that ends now. */
const claim = `
  with recursive level as (
    (select priority from delivery
      where state = 'pending' and lane in ('page', 'notice') and lane = $1::delivery_lane
      order by priority desc limit 1)
    union all
    select (select priority from delivery
             where state = 'pending' and lane in ('page', 'notice') and lane = $1::delivery_lane
               and priority < level.priority
             order by priority desc limit 1)
      from level where level.priority is not null
  ), held as materialized (
    select delivery_id, target from delivery_lease where lane = $1::delivery_lane order by target
  ), busy as materialized (
    select target, count(*) as count from held group by target
  ), due as materialized (
    select d.* from level cross join lateral (
      select id, target, split_part(target, ':', 1) as kind, priority, due_at,
             event, page_id, channel_id, tries, payload
        from delivery
       where state = 'pending' and lane in ('page', 'notice') and lane = $1::delivery_lane
         and priority = level.priority and due_at <= now()
         and id not in (select delivery_id from held)
         and split_part(target, ':', 1) <> all($3::text[])
         and target not in (select target from busy where count >= $8::int)
       order by due_at, id limit $2::int for no key update skip locked) d
  ), placed as (
    select due.*, coalesce(busy.count, 0)
             + row_number() over (partition by due.target order by priority desc, due_at, id) as of_target
      from due left join busy using (target)
  ), counted as (
    select placed.*, row_number() over (partition by kind order by priority desc, due_at, id) as of_kind
      from placed where of_target <= $8::int
  ), chosen as materialized (
    select * from counted
     where of_kind <= coalesce(($4::jsonb ->> kind)::int, $5::int)
     order by priority desc, due_at, id limit $2::int
  ), leased as (
    insert into delivery_lease (delivery_id, lane, target, token, until)
    select id, $1::delivery_lane, target, $6::uuid, now() + make_interval(secs => $7::int) from chosen
  )
  select id, event, kind, page_id as "pageId", channel_id as "channelId", tries, payload
    from chosen`
