import { randomUUID } from "node:crypto"
import type pg from "pg"
import type { DeliveryQueue } from "../../../prisma/generated/enums.ts"
import { leaseSeconds } from "./lease.ts"

/** Advisory locks: one claim of a queue at a time counts what each target has in flight. */
const claims = 7_210_042
const locks: Record<DeliveryQueue, number> = { event: 1, webhook: 2, page: 3, notice: 4 }

/** A prepared claim. */
export type ClaimStatement = { name: string; text: string }

/**
 * The statement that leases what a queue chooses.
 *
 * @param choose expressions of a `with`, the last named `chosen` (id, target, …). They may read the queue's leases as
 * `leased` (delivery_id) and `busy` (target, count). $1 is the queue; the queue's own parameters begin at $4.
 * @param read selects what the worker gets, from `chosen`.
 */
export const claimStatement = (name: string, choose: string, read: string): ClaimStatement => ({
  name,
  text: `
    with recursive leased as materialized (
      select delivery_id, target from delivery_lease where queue = $1::delivery_queue order by target
    ), busy as materialized (
      select target, count(*) as count from leased group by target
    ), ${choose}, leasing as (
      insert into delivery_lease (delivery_id, queue, target, token, until)
      select id, $1::delivery_queue, target, $2::uuid, now() + make_interval(secs => $3::int) from chosen
    )
    ${read}`,
})

type Value = string | number | string[]

/** Claim due deliveries by PostgreSQL's clock. */
export async function claimDeliveries<Row extends { id: string }>(
  pool: pg.Pool,
  queue: DeliveryQueue,
  statement: ClaimStatement,
  values: Value[],
): Promise<(Row & { token: string })[]> {
  const token = randomUUID()
  const rows = await claimLocked<Row>(pool, queue, {
    ...statement,
    values: [queue, token, leaseSeconds, ...values],
  })
  return rows.map((row) => ({ ...row, token }))
}

/**
 * Runs a claim under the queue's advisory lock, so that no other worker claims between counting and taking. A lock
 * whose worker hangs, for example on a dead connection, is released by timeout.
 */
export async function claimLocked<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  queue: DeliveryQueue,
  statement: pg.QueryConfig,
  patienceMs = 5000,
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    // No fsync: a lease lost in a crash only means that the row is claimed again with another token. With a synchronous
    // standby the lease survives a promotion, and what was sent before it is not sent again.
    // Force index range scans: in a flood, statistics do not know about dead rows and table scans would be chosen.
    // With them the plan does not depend on the parameters, and planning takes longer than claiming a few rows.
    await client.query(
      `begin;
       select set_config('synchronous_commit', 'off', true)
        where current_setting('synchronous_standby_names') = '';
       set local idle_in_transaction_session_timeout = ${patienceMs};
       set local jit = off;
       set local enable_seqscan = off;
       set local enable_bitmapscan = off;
       set local plan_cache_mode = force_generic_plan;
       select pg_advisory_xact_lock(${claims}, ${locks[queue]})`,
    )
    const { rows } = await client.query<Row>(statement)
    await client.query("commit")
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}
