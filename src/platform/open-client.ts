import pg from "pg"
import { findPrimary } from "./find-primary.ts"

const usualPatienceMs = 10_000

/** A connection of its own, to the primary of the hosts in `connectionString`. */
export async function openClient(
  connectionString: string,
  { patienceMs = usualPatienceMs, ...config }: pg.ClientConfig & { patienceMs?: number } = {},
): Promise<pg.Client> {
  const { url } = await findPrimary(connectionString)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    ...config,
  })
  // A connection that dies rejects the statement under way, too.
  client.on("error", () => undefined)
  await client.connect()
  return client
}

/** A small pool for one command, to the primary of the hosts in `connectionString`. */
export async function openPool(connectionString: string, max: number): Promise<pg.Pool> {
  const { url } = await findPrimary(connectionString)
  const pool = new pg.Pool({ connectionString: url, max })
  // As above, for connections that are idle, on checkout or between two statements.
  pool.on("error", () => undefined)
  pool.on("connect", (client) => client.on("error", () => undefined))
  return pool
}
