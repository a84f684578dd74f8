import { failuresOfLostWay, forwardPages } from "../graphql/delivery/forward.ts"
import { transactSql } from "../graphql/transaction.ts"
import type { Services } from "../services.ts"
import { leaseSeconds } from "./claim.ts"

/** What ends its worker each time it is sent is given up, or it would end all of them for ever. */
const mostInterrupted = 10

/** What was deleted while it was sent leaves its lease; an event is owed again to those it was not owed to yet. */
const query = `
  with held as materialized (
    select d.id, d.state, l.lane, l.until
      from delivery_lease l join delivery d on d.id = l.delivery_id
     where l.until < now() order by d.id for no key update of d, l skip locked
  ), orphaned as (
    delete from delivery_lease l
     where until < now() and not exists (select from delivery d where d.id = l.delivery_id)
  ), freed as (
    delete from delivery_lease l using held where l.delivery_id = held.id returning held.*
  ), gone as (
    update delivery d
       set attempts = d.attempts + 1, tries = d.tries + 1, last_error = $2::text,
           state = case when d.tries + 1 >= $3::int then 'dead' else 'pending' end::delivery_state,
           settled_at = case when d.tries + 1 >= $3::int then now() end
      from freed where d.id = freed.id and freed.state = 'pending' and freed.lane <> 'event'
    returning d.id, d.attempts, d.tries, d.state, freed.until
  ), written as (
    insert into delivery_attempt (delivery_id, number, started_at, duration_ms, outcome, error)
    select id, attempts, until - make_interval(secs => $1::int), $1::int * 1000, 'interrupted', $2::text from gone
  )
  select freed.id, coalesce(gone.state = 'dead' or gone.tries = $4::int, false) as "isWayLost"
    from freed left join gone using (id)`

const words =
  "Whoever sent it was gone before it could say what became of it. It may have arrived, and is sent again."

/**
 * Takes deliveries back from workers whose lease ran out, and writes down that they were tried: whether they
 * arrived nobody knows. They are due at once, as is the next way of a page whose way is lost by it. Answers how
 * many there were.
 */
export const reap = (services: Pick<Services, "database" | "bus">): Promise<number> =>
  transactSql(services, async (tx) => {
    const freed = await tx.query<{ id: string; isWayLost: boolean }>({
      name: "reap",
      text: query,
      values: [leaseSeconds, words, mostInterrupted, failuresOfLostWay],
    })
    const lost = freed.filter(({ isWayLost }) => isWayLost).map(({ id }) => id)
    if (lost.length > 0) await forwardPages(tx, lost)
    return freed.length
  })
