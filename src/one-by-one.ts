import { PrismaPg } from "@prisma/adapter-pg"

/**
 * Prisma reads the relations of a row side by side; in a transaction they share one connection, whose next major
 * version takes no statement before the last one's end. Here each waits for the one before it.
 */
export class OneByOne extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (level) => {
      const transaction = await start(level)
      const after = line()
      const query = transaction.queryRaw.bind(transaction)
      const execute = transaction.executeRaw.bind(transaction)
      transaction.queryRaw = (asked) => after(() => query(asked))
      transaction.executeRaw = (asked) => after(() => execute(asked))
      return transaction
    }
    return adapter
  }
}

/** Each work begins once the one before it is done, well or badly. */
function line() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
}
