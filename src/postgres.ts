import pg from "pg"
import { Prisma, PrismaClient } from "../prisma/generated/client.ts"
import { OneByOne } from "./one-by-one.ts"

export { Prisma }
/** Prisma for ordinary reads and writes; `pool` for prepared statements on hot paths. One set of connections. */
export type Database = { prisma: PrismaClient; pool: pg.Pool; end(): Promise<void> }

export function connect(connectionString: string, max: number): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    // A line that died in silence must not hold a caller until the system notices, which takes minutes.
    query_timeout: 60_000,
    keepAlive: true,
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
