import type { Prisma } from "../postgres.ts"
import type { Services } from "../services.ts"
import type { Message, Payload, Topic } from "../topics.ts"

/** One transaction and the nudges to send once it is committed. */
export type Transaction = {
  db: Prisma.TransactionClient
  publish<T extends Topic>(topic: T, payload: Payload<T>): void
}

type Holder = Pick<Services, "database" | "bus"> & { transaction?: Transaction }

const usualMs = 30_000

/**
 * Runs `work` in one transaction; nothing is published unless it commits. Within `ctx.transaction` it is a
 * part of that one: undone by itself where it fails, published with the whole.
 */
export async function transact<T>(
  { database, bus, transaction }: Holder,
  work: (tx: Transaction) => Promise<T>,
  timeoutMs = usualMs,
): Promise<T> {
  if (transaction !== undefined) return inSavepoint(transaction, work)
  const { messages, result } = await database.prisma.$transaction(
    async (db) => {
      // Made afresh at each run, so that a transaction tried again publishes once.
      const pending: Message[] = []
      const result = await work(gathering(db, pending))
      return { messages: pending, result }
    },
    { timeout: timeoutMs, maxWait: 10_000 },
  )
  await bus.publish(messages)
  return result
}

const gathering = (db: Prisma.TransactionClient, pending: Message[]): Transaction => ({
  db,
  publish: (topic, payload) => pending.push({ topic, payload } as Message),
})

async function inSavepoint<T>(
  outer: Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const pending: Message[] = []
  await outer.db.$executeRaw`savepoint part`
  try {
    const result = await work(gathering(outer.db, pending))
    await outer.db.$executeRaw`release savepoint part`
    for (const { topic, payload } of pending) outer.publish(topic, payload)
    return result
  } catch (error) {
    await outer.db.$executeRaw`rollback to savepoint part`
    throw error
  }
}
