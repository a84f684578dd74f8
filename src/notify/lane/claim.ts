import { randomUUID } from "node:crypto"
import type pg from "pg"
import type { DeliveryLane } from "../../../prisma/generated/enums.ts"
import { leaseSeconds } from "../claim.ts"

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
  const { rows } = await pool.query<Omit<Held, "token">>({
    name: "lane claim",
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
  ), busy as materialized (
    select target, count(*) as held from delivery
     where state = 'pending' and lane = $1::delivery_lane and lease_until is not null
     group by target
  ), due as (
    select d.* from level cross join lateral (
      select id, target, split_part(target, ':', 1) as kind, priority, due_at from delivery d
       where state = 'pending' and lane in ('page', 'notice') and lane = $1::delivery_lane
         and priority = level.priority and due_at <= now() and lease_until is null
         and split_part(target, ':', 1) <> all($3::text[])
         and not exists (select from busy where busy.target = d.target and busy.held >= $8::int)
       order by due_at, id limit $2::int for update skip locked) d
  ), placed as (
    select due.*, coalesce(busy.held, 0)
             + row_number() over (partition by due.target order by priority desc, due_at, id) as of_target
      from due left join busy using (target)
  ), counted as (
    select placed.*, row_number() over (partition by kind order by priority desc, due_at, id) as of_kind
      from placed where of_target <= $8::int
  ), chosen as (
    select id from counted
     where of_kind <= coalesce(($4::jsonb ->> kind)::int, $5::int)
     order by priority desc, due_at, id limit $2::int
  )
  update delivery d
     set lease_token = $6::uuid, lease_until = now() + make_interval(secs => $7::int)
   where d.id = any(array(select id from chosen))
  returning d.id, d.event, split_part(d.target, ':', 1) as kind, d.page_id as "pageId", d.channel_id as "channelId", d.tries, d.payload`
