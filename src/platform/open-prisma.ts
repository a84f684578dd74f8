import { PrismaPg } from "@prisma/adapter-pg"
import type { SqlQuery } from "@prisma/driver-adapter-utils"
import type pg from "pg"
import { PrismaClient } from "../../prisma/generated/client.ts"

/** Prisma on the connections of a pool. */
export const openPrisma = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new OneByOne(pool) })

/**
 * Runs queries of a transaction one after the other. Prisma reads relations concurrently, but a transaction has one
 * connection, and pg's next major version refuses concurrent queries on it.
 */
class OneByOne extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (level) => {
      const transaction = await start(level)
      const after = line()
      const query = transaction.queryRaw.bind(transaction)
      const execute = transaction.executeRaw.bind(transaction)
      // Assigned one by one, V8 would allocate them in the old generation, together with the last result.
      return Object.assign(transaction, {
        queryRaw: (asked: SqlQuery) => after(() => query(asked)),
        executeRaw: (asked: SqlQuery) => after(() => execute(asked)),
      })
    }
    return adapter
  }
}

/** Runs each task after the previous one has settled. */
function line() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
}
