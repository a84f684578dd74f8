import type pg from "pg"
import type { Job } from "./start-queue.ts"

/** How long the deliveries of a killed worker wait before another takes them. */
export const leaseSeconds = 30

/** Extend the leases of deliveries that are still ours; those that are being settled need none, and lock theirs. */
export async function renewLeases(pool: pg.Pool, jobs: Job[]): Promise<void> {
  await pool.query({
    name: "renew leases",
    text: `
      with ours as materialized (
        select l.delivery_id
          from unnest($1::uuid[], $2::uuid[]) as job (id, token)
          join delivery_lease l on l.delivery_id = job.id and l.token = job.token
           for no key update of l skip locked
      )
      update delivery_lease l set until = now() + make_interval(secs => $3::int)
        from ours where l.delivery_id = ours.delivery_id`,
    values: [jobs.map(({ id }) => id), jobs.map(({ token }) => token), leaseSeconds],
  })
}
