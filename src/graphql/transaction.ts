import type { Prisma } from "../postgres.ts"
import type { Services } from "../services.ts"
import type { Message, Payload, Topic } from "../topics.ts"

/** One transaction and the nudges to send once it is committed. */
export type Transaction = {
  db: Prisma.TransactionClient
  publish<T extends Topic>(topic: T, payload: Payload<T>): void
}

/** Runs `work` in one transaction; nothing is published unless it commits. */
export async function transact<T>(
  { database, bus }: Pick<Services, "database" | "bus">,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { messages, result } = await database.prisma.$transaction(
    async (db) => {
      // Made afresh at each run, so that a transaction tried again publishes once.
      const pending: Message[] = []
      const result = await work({
        db,
        publish: (topic, payload) => pending.push({ topic, payload } as Message),
      })
      return { messages: pending, result }
    },
    { timeout: 30_000, maxWait: 10_000 },
  )
  await bus.publish(messages)
  return result
}
