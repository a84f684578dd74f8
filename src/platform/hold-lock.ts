import type pg from "pg"
import { openClient } from "./open-client.ts"

/**
 * Runs `work` while no other process holds the advisory lock. A transaction on a connection of its own holds it,
 * because behind a connection pooler such as PgBouncer a session's lock could never be released. PostgreSQL releases
 * it when this process dies.
 *
 * @returns null if another process holds the lock.
 */
export async function holdLock<T>(
  connectionString: string,
  lock: number,
  work: () => Promise<T>,
): Promise<T | null> {
  return withHolder(connectionString, async (client) => {
    const { rows } = await client.query<{ isHeld: boolean }>(
      `select pg_try_advisory_xact_lock($1) as "isHeld"`,
      [lock],
    )
    return rows[0]?.isHeld === true ? work() : null
  })
}

/** Same, but waits until the lock is free. */
export async function awaitLock<T>(
  connectionString: string,
  lock: number,
  work: () => Promise<T>,
): Promise<T> {
  return withHolder(connectionString, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [lock])
    return work()
  })
}

async function withHolder<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(connectionString, { keepAlive: true })
  try {
    await client.query("begin; set local idle_in_transaction_session_timeout = 0")
    return await work(client)
  } finally {
    // A pooler closes its connection to the server if a client leaves within a transaction.
    await client.query("rollback").catch(() => undefined)
    await client.end()
  }
}
