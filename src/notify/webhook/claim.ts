import { randomUUID } from "node:crypto"
import type { Services } from "../../services.ts"
import { claimInTurn, leaseSeconds } from "../claim.ts"

/** A delivery of ours until its lease ends, with all that sending it takes. */
export type Held = {
  id: string
  endpointId: string
  /** How many attempts its round has had. */
  tries: number
  body: string
  url: string
  sealedSecret: Uint8Array
  /** Null once it is expired. */
  sealedPreviousSecret: Uint8Array | null
  /** True where the endpoint's last attempt failed. */
  isFailing: boolean
}

/** Whoever settles without the present token settles nothing. */
export type HeldClaim = { token: string; rows: Held[] }

/** How much may be begun: in all, and of endpoints that fail at present. */
export type Room = { all: number; failing: number }

/** In flight at once for one endpoint, over all workers; one where it fails at present. */
const perEndpoint = 4
const perFailingEndpoint = 1

/**
 * Takes due deliveries of enabled endpoints, a few of each endpoint, so that what one is owed holds up no other;
 * endpoints that answer go before those that fail. Endpoints with nothing owed are not looked at.
 */
export async function claimWebhooks(
  { database }: Pick<Services, "database">,
  { all, failing }: Room,
): Promise<HeldClaim> {
  const token = randomUUID()
  const rows = await claimInTurn<Held>(database.pool, "webhook", {
    name: "claim webhooks",
    text: claim,
    values: [all, failing, perEndpoint, perFailingEndpoint, token, leaseSeconds],
  })
  return { token, rows }
}

const claim = `
  with recursive owed as (
    (select endpoint_id as id from delivery
      where state = 'pending' and endpoint_id is not null order by endpoint_id limit 1)
    union all
    select (select endpoint_id from delivery
             where state = 'pending' and endpoint_id > owed.id order by endpoint_id limit 1)
      from owed where owed.id is not null
  ), held as materialized (
    select delivery_id, target from delivery_lease where lane = 'webhook' order by target
  ), busy as materialized (
    select target, count(*) as count from held group by target
  ), endpoint as (
    select e.*, e.consecutive_failures > 0 as is_failing, coalesce(busy.count, 0) as held
      from owed join webhook_endpoint e using (id) left join busy on busy.target = 'webhook:' || e.id
     where e.enabled
  ), due as (
    select d.*, e.url, e.is_failing, e.sealed_secret,
           case when e.previous_secret_expires_at > now() then e.sealed_previous_secret end as sealed_previous_secret
      from endpoint e cross join lateral (
        select id, endpoint_id, target, due_at, tries, body from delivery
         where endpoint_id = e.id and state = 'pending' and due_at <= now()
           and id not in (select delivery_id from held)
         order by due_at, id
         limit greatest(0, (case when e.is_failing then $4::int else $3::int end) - e.held)
           for no key update skip locked) d
  ), placed as (
    select due.*, row_number() over (partition by is_failing order by due_at, id) as place from due
  ), chosen as materialized (
    select * from placed where not is_failing or place <= $2::int
     order by is_failing, due_at, id limit $1::int
  ), leased as (
    insert into delivery_lease (delivery_id, lane, target, token, until)
    select id, 'webhook', target, $5::uuid, now() + make_interval(secs => $6::int) from chosen
  )
  select id, endpoint_id as "endpointId", tries, body, url, sealed_secret as "sealedSecret",
         is_failing as "isFailing", sealed_previous_secret as "sealedPreviousSecret"
    from chosen`
