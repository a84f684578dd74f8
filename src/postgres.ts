import { Socket } from "node:net"
import pg from "pg"
import { Prisma, PrismaClient } from "../prisma/generated/client.ts"
import { OneByOne } from "./one-by-one.ts"

export { Prisma }
/** Prisma for ordinary reads and writes; `pool` for prepared statements on hot paths. One set of connections. */
export type Database = { prisma: PrismaClient; pool: pg.Pool; end(): Promise<void> }

const usualPatienceMs = 60_000
/** Between two statements of a transaction. A host that is gone without a word would keep its rows locked for hours. */
const usualIdleMs = 30_000

/**
 * @param patienceMs how long a statement may take.
 * @param idleMs how long a transaction may say nothing.
 */
export function connect(
  connectionString: string,
  max: number,
  patienceMs = usualPatienceMs,
  idleMs = usualIdleMs,
): Database {
  // PostgreSQL is to end it first. Given up by us alone it goes on, in a transaction that nobody ends: what the next
  // holder of the connection writes is lost with it, or committed together with its half.
  const limits =
    `set statement_timeout = ${Math.floor(patienceMs * 0.9)};` +
    `set idle_in_transaction_session_timeout = ${idleMs}`
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    stream: () => lineOf(patienceMs),
    keepAlive: true,
    verify: (client, done) => client.query(limits, done),
  })
  // An idle connection that dies is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined)
  // So would one that dies as it is handed out, or between two statements: whoever uses it hears of it there.
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
 * A line that died in silence must not hold a caller until the system notices, which takes minutes. The driver's own
 * limit makes a function for each statement that V8 puts among the old, where it keeps all rows of the answer.
 */
function lineOf(patienceMs: number): Socket {
  const line = new Socket()
  line.setTimeout(patienceMs, () => {
    const words = `PostgreSQL has said nothing for ${patienceMs / 1000} seconds.`
    line.destroy(Object.assign(new Error(words), { code: "ETIMEDOUT" }))
  })
  return line
}
