import { Socket } from "node:net"
import pg from "pg"
import { Prisma, PrismaClient } from "../../prisma/generated/client.ts"
import { OneByOne } from "./one-by-one.ts"

export { Prisma }
/** Prisma for ordinary queries; `pool` for prepared statements on hot paths. Both share the same connections. */
export type Database = { prisma: PrismaClient; pool: pg.Pool; end(): Promise<void> }

const usualPatienceMs = 60_000
/** Idle time within a transaction. A client that vanished would otherwise keep its row locks for hours. */
const usualIdleMs = 30_000

/**
 * @param patienceMs timeout of a statement.
 * @param idleMs idle timeout within a transaction.
 */
export function connect(
  connectionString: string,
  max: number,
  patienceMs = usualPatienceMs,
  idleMs = usualIdleMs,
): Database {
  // PostgreSQL must time out first. If only the client gave up, the transaction would stay open, and the writes of
  // the connection's next user would be lost or committed together with the abandoned ones.
  const limits =
    `set statement_timeout = ${Math.floor(patienceMs * 0.9)};` +
    `set idle_in_transaction_session_timeout = ${idleMs}`
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    stream: () => openSocket(patienceMs),
    keepAlive: true,
    verify: (client, done) => client.query(limits, done),
  })
  // The pool replaces an idle connection that dies; without a listener the error would end the process.
  pool.on("error", () => undefined)
  // So would a connection that dies on checkout or between two statements; its user gets the error there.
  pool.on("connect", (client) => client.on("error", () => undefined))
  const prisma = new PrismaClient({ adapter: new OneByOne(pool) })
  return {
    prisma,
    pool,
    async end() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

/**
 * Times out a silent connection, which the operating system would notice only after minutes. The driver's own
 * timeout creates a closure per query that keeps all result rows in memory.
 */
function openSocket(patienceMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(patienceMs, () => {
    const message = `PostgreSQL sent nothing for ${patienceMs / 1000} seconds.`
    socket.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" }))
  })
  return socket
}
