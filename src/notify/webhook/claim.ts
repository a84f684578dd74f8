import { randomUUID } from "node:crypto"
import type { Services } from "../../services.ts"
import { transact } from "../../graphql/transaction.ts"
import { leaseSeconds } from "../claim.ts"

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
/** One claim at a time counts what each endpoint has in flight. */
const claimLock = 7_210_042

/**
 * Takes due deliveries of enabled endpoints, a few of each endpoint, so that what one is owed holds up no other;
 * endpoints that answer go before those that fail. Endpoints with nothing owed are not looked at.
 */
export async function claimWebhooks(
  services: Pick<Services, "database" | "bus">,
  { all, failing }: Room,
): Promise<HeldClaim> {
  const token = randomUUID()
  const rows = await transact(services, async ({ db }) => {
    await db.$executeRaw`select pg_advisory_xact_lock(${claimLock})`
    return db.$queryRaw<Held[]>`
      with recursive owed as (
        (select endpoint_id as id from delivery
          where state = 'pending' and endpoint_id is not null order by endpoint_id limit 1)
        union all
        select (select endpoint_id from delivery
                 where state = 'pending' and endpoint_id > owed.id order by endpoint_id limit 1)
          from owed where owed.id is not null
      ), endpoint as (
        select e.*, e.consecutive_failures > 0 as is_failing,
               (select count(*) from delivery
                 where endpoint_id = e.id and state = 'pending' and lease_until >= now()) as held
          from owed join webhook_endpoint e using (id) where e.enabled
      ), due as (
        select d.id, d.due_at, e.is_failing
          from endpoint e cross join lateral (
            select id, due_at from delivery
             where endpoint_id = e.id and state = 'pending' and due_at <= now()
               and (lease_until is null or lease_until < now())
             order by due_at, id
             limit greatest(0, (case when e.is_failing then ${perFailingEndpoint}::int else ${perEndpoint}::int end) - e.held)
               for update skip locked) d
      ), placed as (
        select id, is_failing, due_at, row_number() over (partition by is_failing order by due_at, id) as place
          from due
      ), chosen as (
        select id from placed where not is_failing or place <= ${failing}::int
         order by is_failing, due_at, id limit ${all}::int
      )
      update delivery d
         set lease_token = ${token}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds}::int)
        from chosen, endpoint e
       where d.id = chosen.id and e.id = d.endpoint_id
      returning d.id, d.endpoint_id as "endpointId", d.tries, d.body, e.url,
                e.sealed_secret as "sealedSecret", e.is_failing as "isFailing",
                case when e.previous_secret_expires_at > now() then e.sealed_previous_secret end
                  as "sealedPreviousSecret"`
  })
  return { token, rows }
}
