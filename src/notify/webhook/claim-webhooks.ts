import type pg from "pg"
import { claimDeliveries, claimStatement } from "../engine/claim-deliveries.ts"
import type { Free } from "../engine/slots.ts"

/** A leased delivery with everything needed to send it. */
export type ClaimedWebhook = {
  id: string
  token: string
  projectId: string
  endpointId: string
  /** Number of attempts so far in its retry schedule. */
  tries: number
  body: string
  url: string
  sealedSecret: Uint8Array
  /** Null once expired. */
  sealedPreviousSecret: Uint8Array | null
  /** True if the endpoint's last attempt failed. */
  isFailing: boolean
}

/**
 * Claim due deliveries of enabled endpoints: the project that fills the fewest slots goes first, and its endpoints
 * alternate. A project fills at most half of the free slots, so that slow receivers of one never block the others.
 *
 * @param free the free slots and those each project fills, for healthy and failing endpoints.
 */
export function claimWebhooks(
  pool: pg.Pool,
  { answering, failing }: { answering: Free; failing: Free },
  perTarget: { answering: number; failing: number },
): Promise<ClaimedWebhook[]> {
  const busy = [answering, failing].map((share) => JSON.stringify(share.busy))
  const values = [answering.free, failing.free, ...busy, perTarget.answering, perTarget.failing]
  return claimDeliveries<Omit<ClaimedWebhook, "token">>(pool, "webhook", claim, values)
}

/**
 * `share` is the number of slots that its project would fill with this row, `place` the number filled in total. Only
 * chosen rows are locked.
 */
const claim = claimStatement(
  "claim webhooks",
  `queued as (
    (select endpoint_id as id from delivery
      where state = 'pending' and endpoint_id is not null order by endpoint_id limit 1)
    union all
    select (select endpoint_id from delivery
             where state = 'pending' and endpoint_id > queued.id order by endpoint_id limit 1)
      from queued where queued.id is not null
  ), endpoint as (
    select e.id, e.project_id, e.consecutive_failures > 0 as is_failing, coalesce(busy.count, 0) as held,
           case when e.consecutive_failures > 0 then $9::int else $8::int end as most,
           case when e.consecutive_failures > 0 then $5::int else $4::int end as free
      from queued join webhook_endpoint e using (id) left join busy on busy.target = 'webhook:' || e.id
     where e.enabled
  ), due as (
    select e.project_id, e.is_failing, d.id, d.due_at, e.held + d.turn as turn
      from endpoint e cross join lateral (
        select id, due_at, row_number() over (order by due_at, id) as turn from delivery
         where endpoint_id = e.id and state = 'pending' and due_at <= now()
           and id not in (select delivery_id from leased)
         order by due_at, id limit greatest(0, least(e.free, e.most - e.held))) d
  ), shared as (
    select due.*,
           coalesce((case when is_failing then $7::jsonb else $6::jsonb end ->> project_id::text)::int, 0)
             + row_number() over (partition by is_failing, project_id order by turn, due_at, id) as share
      from due
  ), placed as (
    select shared.*, row_number() over (partition by is_failing order by share, due_at, id) as place from shared
  ), chosen as materialized (
    select d.*, placed.is_failing
      from placed cross join lateral (
        select id, project_id, endpoint_id, target, due_at, tries, body from delivery
         where id = placed.id and state = 'pending' for no key update skip locked) d
     where placed.share + placed.place <= (case when placed.is_failing then $5::int else $4::int end) + 1
  )`,
  `select chosen.id, chosen.project_id as "projectId", endpoint_id as "endpointId", tries, body, e.url,
         e.sealed_secret as "sealedSecret", is_failing as "isFailing",
         case when e.previous_secret_expires_at > now() then e.sealed_previous_secret end as "sealedPreviousSecret"
    from chosen join webhook_endpoint e on e.id = endpoint_id
   order by is_failing, due_at, chosen.id`,
)
