import { writeFindings } from "../../findings/finding.ts"
import { failuresBeforeForward, forwardPages } from "../../graphql/outbox/forward-pages.ts"
import { transactSql } from "../../graphql/kernel/transaction.ts"
import type { Services } from "../../platform/services.ts"
import { leaseSeconds } from "./lease.ts"

/** Each process renews its leases, or stores its results, within this time after it reaches the database again. */
const graceMs = (leaseSeconds / 3 + 5) * 1000

/** A delivery that crashes its worker each time is given up, or it would crash all of them. */
const mostInterrupted = 10

/** Deletes leases of deleted deliveries; requeues events for recipients without a delivery. */
const query = `
  with held as materialized (
    select d.id, d.state, d.tries, l.queue, l.until,
           exists (select from webhook_endpoint e where e.id = d.endpoint_id and not e.enabled) as is_disabled
      from delivery_lease l join delivery d on d.id = l.delivery_id
     where l.until < now() order by d.id for no key update of d, l skip locked
  ), orphaned as (
    delete from delivery_lease l
     where until < now() and not exists (select from delivery d where d.id = l.delivery_id)
  ), freed as (
    delete from delivery_lease l using held where l.delivery_id = held.id returning held.*
  ), gone as (
    update delivery d
       set attempts = d.attempts + 1, tries = d.tries + 1, last_error = '', last_findings = $2::jsonb,
           state = ended.state::delivery_state, settled_at = case when ended.state <> 'pending' then now() end
      from freed cross join lateral (
        select case when freed.tries + 1 >= $3::int then 'dead'
                    when freed.is_disabled then 'cancelled' else 'pending' end as state) ended
     where d.id = freed.id and freed.state = 'pending' and freed.queue <> 'event'
    returning d.id, d.attempts, d.tries, d.state, freed.until
  ), written as (
    insert into delivery_attempt (delivery_id, number, started_at, duration_ms, outcome, findings)
    select id, attempts, until - make_interval(secs => $1::int), $1::int * 1000, 'interrupted', $2::jsonb from gone
  )
  select freed.id, coalesce(gone.state = 'dead' or gone.tries = $4::int, false) as "isWayLost"
    from freed left join gone using (id)`

const stopped = writeFindings([{ code: "sender_stopped", parameters: {} }])

/**
 * Requeues deliveries whose lease expired and records the attempt; whether they arrived is unknown. They are due
 * immediately, as is the next contact method of a page whose target is given up. Returns the number of deliveries.
 */
export const reap = (services: Pick<Services, "database" | "bus">): Promise<number> =>
  transactSql(services, async (tx) => {
    const freed = await tx.query<{ id: string; isWayLost: boolean }>({
      name: "reap",
      text: query,
      values: [leaseSeconds, stopped, mostInterrupted, failuresBeforeForward],
    })
    const lost = freed.filter(({ isWayLost }) => isWayLost).map(({ id }) => id)
    if (lost.length > 0) await forwardPages(tx, lost)
    return freed.length
  })

/**
 * Reaps, but not right after the database was away: the leases that expired meanwhile could not be renewed, and what
 * their holders have sent is stored first.
 */
export function createReaper(
  services: Pick<Services, "database" | "bus" | "clock">,
): () => Promise<number> {
  let wasAway = false
  let earliestMs = 0
  return async () => {
    const { database, clock } = services
    if (wasAway) {
      await database.pool.query("select")
      earliestMs = clock.monotonicMs() + graceMs
      wasAway = false
    }
    if (clock.monotonicMs() < earliestMs) return 0
    try {
      return await reap(services)
    } catch (error) {
      wasAway = true
      throw error
    }
  }
}
