import type pg from "pg"
import { leaseSeconds } from "./claim.ts"

/** What ends its worker each time it is sent is given up, or it would end all of them for ever. */
const mostInterrupted = 10

const query = `
  with gone as (
    update delivery d
       set attempts = d.attempts + 1, tries = d.tries + 1, last_error = $2, lease_token = null, lease_until = null,
           state = case when d.tries + 1 >= $3::int then 'dead' else 'pending' end::delivery_state,
           settled_at = case when d.tries + 1 >= $3::int then now() end
      from (select id, lease_until from delivery
             where state = 'pending' and lane in ('webhook', 'page', 'notice') and lease_until < now()
             order by id for update skip locked) held
     where d.id = held.id
    returning d.id, d.attempts, held.lease_until as ended_at
  )
  insert into delivery_attempt (delivery_id, number, started_at, duration_ms, outcome, error)
  select id, attempts, ended_at - make_interval(secs => $1::int), $1::int * 1000, 'interrupted', $2 from gone`

const words =
  "Whoever sent it was gone before it could say what became of it. It may have arrived, and is sent again."

/**
 * Takes deliveries back from workers whose lease ran out, and writes down that they were tried: whether they
 * arrived nobody knows. They are due at once. Answers how many there were.
 */
export async function reap(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query({
    name: "reap",
    text: query,
    values: [leaseSeconds, words, mostInterrupted],
  })
  return rowCount ?? 0
}
