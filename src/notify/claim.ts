import { randomUUID } from "node:crypto"
import type pg from "pg"
import type { DeliveryLane } from "../../prisma/generated/enums.ts"

/** Rows that are ours until the lease ends; whoever settles without the present token settles nothing. */
export type Claim = { token: string; rows: { id: string }[] }

/** How long a killed worker's rows rest before another takes them. */
export const leaseSeconds = 30

/** One claim of a lane at a time counts what each address has in flight. */
const turns = 7_210_042
const lanes: Record<DeliveryLane, number> = { event: 1, webhook: 2, page: 3, notice: 4 }

/**
 * Asks while the lane's turn is ours, so that nobody claims between what the statement counts and what it takes.
 * A turn that its worker leaves half-way, as on a line that went dead, is taken from it.
 */
export async function claimInTurn<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  lane: DeliveryLane,
  statement: pg.QueryConfig,
  patienceMs = 5000,
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    // A crash may forget a lease, and its row is claimed anew under another token: no claim waits for the disk.
    // Ranges of indexes are read and never tables: in a flood dead rows pile up that statistics know nothing of.
    await client.query(
      `begin;
       set local synchronous_commit = off;
       set local idle_in_transaction_session_timeout = ${patienceMs};
       set local jit = off;
       set local enable_seqscan = off;
       set local enable_bitmapscan = off;
       select pg_advisory_xact_lock(${turns}, ${lanes[lane]})`,
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

/** Takes due events that nobody holds, the most urgent first, by PostgreSQL's clock. */
export async function claimDue(pool: pg.Pool, limit: number): Promise<Claim> {
  const token = randomUUID()
  const rows = await claimInTurn<{ id: string }>(pool, "event", {
    name: "claim events",
    text: claimEvents,
    values: [token, leaseSeconds, limit],
  })
  return { token, rows }
}

const claimEvents = `
  with held as materialized (
    select delivery_id from delivery_lease where lane = 'event' order by target
  ), chosen as materialized (
    select id, target from delivery
     where state = 'pending' and target = 'everyone' and due_at <= now()
       and id not in (select delivery_id from held)
     order by priority desc, due_at, id limit $3::int for no key update skip locked
  )
  insert into delivery_lease (delivery_id, lane, target, token, until)
  select id, 'event', target, $1::uuid, now() + make_interval(secs => $2::int) from chosen
  returning delivery_id as id`

/** Renews the leases every `everyMs` for as long as the work takes. */
export async function whileHeld<T>(
  pool: pg.Pool,
  claim: Claim,
  work: () => Promise<T>,
  everyMs = (leaseSeconds * 1000) / 3,
): Promise<T> {
  const timer = setInterval(() => {
    // A renewal that fails needs no more than that: the fencing token guards what follows.
    renew(pool, claim).catch(() => undefined)
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

async function renew(pool: pg.Pool, { token, rows }: Claim): Promise<void> {
  await pool.query(
    `update delivery_lease set until = now() + make_interval(secs => $3)
      where delivery_id = any($1::uuid[]) and token = $2`,
    [rows.map(({ id }) => id), token, leaseSeconds],
  )
}
