import { createRequire } from "node:module"
import { callbackify } from "node:util"
import pg from "pg"
import type { Prisma, PrismaClient } from "../../prisma/generated/client.ts"
import { hostsOf } from "./database-hosts.ts"
import { createSockets } from "./database-sockets.ts"
import { followPrimary, type PrimaryFollower } from "./find-primary.ts"
import type * as openPrisma from "./open-prisma.ts"
import { parseTimestamp } from "./parse-timestamp.ts"
import { announcedProcess, dropNames } from "./pooler.ts"
import type { Read } from "./replica.ts"

export type { Prisma }
/** Prisma for ordinary queries, loaded when it is first used; `pool` for prepared statements on hot paths. Both share the same connections. */
export type Database = {
  readonly prisma: PrismaClient
  pool: pg.Pool
  /** For connections of one's own; it may name several hosts. */
  connectionString: string
  /** Runs reads of whole pages and of history, on the replica of DATABASE_READ_URL if there is one. */
  read: Read
  end(): Promise<void>
}

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)

const usualPatienceMs = 60_000
/** Idle time within a transaction. A client that vanished would otherwise keep its row locks for hours. */
const usualIdleMs = 30_000

/**
 * @param connectionString with one or more hosts; the pool connects to the one that is the primary.
 * @param patienceMs timeout of a statement.
 * @param idleMs idle timeout within a transaction.
 */
export function connect(
  connectionString: string,
  max: number,
  patienceMs = usualPatienceMs,
  idleMs = usualIdleMs,
): Database {
  const sockets = createSockets(patienceMs)
  const primary = followPrimary(connectionString, sockets.leave)
  const hosts = hostsOf(connectionString)
  const pool = new pg.Pool({
    ...(hosts.length > 1 ? { Client: clientOf(primary) } : {}),
    connectionString: hosts[0],
    max,
    connectionTimeoutMillis: 10_000,
    stream: sockets.open,
    keepAlive: true,
    verify: callbackify(async (client: pg.PoolClient) => {
      const isStandby = await prepare(client, { patienceMs, idleMs })
      if (!isStandby || hosts.length === 1) return
      primary.failed()
      throw new Error("This PostgreSQL server is a standby.")
    }),
  })
  // The pool replaces an idle connection that dies; without a listener the error would end the process.
  pool.on("error", () => undefined)
  // So would a connection that dies on checkout or between two statements; its user gets the error there.
  pool.on("connect", (client) => client.on("error", () => undefined))
  let prisma: PrismaClient | null = null
  const database: Database = {
    get prisma() {
      prisma ??= loadPrisma().openPrisma(pool)
      return prisma
    },
    pool,
    connectionString,
    read: (work) => work(database),
    async end() {
      primary.stop()
      await prisma?.$disconnect()
      await pool.end()
    },
  }
  return database
}

/** Its 10 MB, and 60 more with its first statement, are spared where it is not used: by an idle prober, for example. */
const loadPrisma = () => createRequire(import.meta.url)("./open-prisma.ts") as typeof openPrisma

/** A client that connects to the current primary instead of the host in its settings. */
function clientOf(primary: PrimaryFollower): typeof pg.Client {
  return class extends pg.Client {
    override connect(done?: (...args: never[]) => void): Promise<pg.Client> {
      const connected = this.#connectToPrimary()
      if (done === undefined) return connected
      const call = done as (error: unknown) => void
      connected.then(() => call(null), call)
      return connected
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const { hostname, port } = new URL(await primary.current())
      this.host = hostname.replace(/^\[(.+)\]$/, "$1")
      this.port = Number(port || 5432)
      try {
        return await super.connect()
      } catch (error) {
        primary.failed()
        throw error
      }
    }
  }
}

/**
 * PostgreSQL must time out first. If only the client gave up, the transaction would stay open, and the writes of the
 * connection's next user would be lost or committed together with the abandoned ones. Behind a connection pooler the
 * limits of a session are the pooler's, and prepared statements have no names.
 *
 * @returns whether the server is known to be a standby.
 */
async function prepare(
  client: pg.PoolClient,
  { patienceMs, idleMs }: { patienceMs: number; idleMs: number },
): Promise<boolean> {
  const { rows } = await client.query<{ isStandby: boolean }>(
    `select set_config('statement_timeout', '${Math.floor(patienceMs * 0.9)}', false),
            set_config('idle_in_transaction_session_timeout', '${idleMs}', false),
            pg_is_in_recovery() as "isStandby"
      where pg_backend_pid() = ${announcedProcess(client)}`,
  )
  const [row] = rows
  if (row === undefined) dropNames(client)
  return row?.isStandby === true
}
