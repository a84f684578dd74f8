import type pg from "pg"

/** The driver has it, but its types do not. */
type WithProcess = { processID: number | null }

/**
 * The process that the server announced to this connection. A connection pooler such as PgBouncer announces a number
 * of its own, because a connection has another server process in each transaction.
 */
export const announcedProcess = (client: pg.ClientBase): number =>
  (client as unknown as WithProcess).processID ?? 0

/**
 * Makes a connection send statements without their names. Behind a connection pooler, the next statement may reach a
 * server process that has not prepared it.
 */
export function dropNames(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((first: unknown, ...rest: unknown[]) =>
    send(nameless(first), ...rest)) as typeof client.query
}

const nameless = (statement: unknown): unknown =>
  typeof statement === "object" && statement !== null && "name" in statement
    ? { ...statement, name: undefined }
    : statement

const tries = 3

/**
 * Whether a connection has another server process in each transaction, as behind PgBouncer in transaction mode, which
 * carries no notifications.
 */
export async function changesProcesses(pool: pg.Pool): Promise<boolean> {
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    const first = await processOf(one)
    if (first === announcedProcess(one)) return false
    for (let attempt = 0; attempt < tries; attempt += 1) {
      await other.query("begin")
      // In transaction mode, this takes the process of `one`, or `one` gets another meanwhile.
      const taken = await processOf(other)
      const second = await processOf(one)
      await other.query("rollback")
      if (taken === first || second !== first) return true
    }
    return false
  } finally {
    one.release()
    other.release()
  }
}

async function processOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  return rows[0]?.pid ?? 0
}
