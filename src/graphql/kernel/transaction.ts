import type pg from "pg"
import type { Prisma } from "../../platform/postgres.ts"
import type { Services } from "../../platform/services.ts"
import type { Message, Payload, Topic } from "../../platform/topics.ts"

type Value = string | number | boolean | Date | null

/** A prepared statement. Parameters need casts, as in `$1::uuid`, because Prisma sends them without types. */
export type Statement = {
  name: string
  text: string
  values: (Value | Value[] | null)[]
}

/** A transaction for plain statements, with the messages to publish after commit. */
export type SqlTransaction = {
  query<Row>(statement: Statement): Promise<Row[]>
  publish<T extends Topic>(topic: T, payload: Payload<T>): void
}

/** Same, with Prisma. */
export type Transaction = SqlTransaction & { db: Prisma.TransactionClient }

type Holder = Pick<Services, "database" | "bus"> & { transaction?: Transaction }

const usualMs = 30_000

/**
 * Runs `work` in one transaction and publishes messages only after commit. Within `ctx.transaction` it becomes a
 * savepoint: it rolls back alone and publishes with the outer transaction.
 */
export async function transact<T>(
  { database, bus, transaction }: Holder,
  work: (tx: Transaction) => Promise<T>,
  timeoutMs = usualMs,
): Promise<T> {
  if (transaction !== undefined) return inSavepoint(transaction, work)
  const { messages, result } = await database.prisma.$transaction(
    async (db) => {
      // New for each run, so that a retried transaction publishes once.
      const pending: Message[] = []
      const result = await work(withOrm(db, pending))
      return { messages: pending, result }
    },
    { timeout: timeoutMs, maxWait: 10_000 },
  )
  await bus.publish(messages)
  return result
}

/** `transact` without Prisma, whose overhead matters for frequent writes. */
export async function transactSql<T>(
  { database, bus, transaction }: Holder,
  work: (tx: SqlTransaction) => Promise<T>,
): Promise<T> {
  if (transaction !== undefined) return inSavepoint(transaction, work)
  const pending: Message[] = []
  const result = await onConnection(database.pool, (client) =>
    work({
      query: async <Row>(statement: Statement) => (await client.query(statement)).rows as Row[],
      publish: gather(pending),
    }),
  )
  await bus.publish(pending)
  return result
}

/** Runs one statement: on its own, or as part of `ctx.transaction`. */
export async function query<Row extends object>(
  { database, transaction }: Holder,
  statement: Statement,
): Promise<Row[]> {
  if (transaction !== undefined) return transaction.query<Row>(statement)
  return (await database.pool.query<Row>(statement)).rows
}

/**
 * Whether a statement finds anything. Asked before a transaction that often has nothing to do, it saves the
 * transaction, and a process that never has anything to do never loads Prisma's query compiler.
 */
export const finds = async (holder: Holder, statement: Statement): Promise<boolean> =>
  (await query(holder, statement)).length > 0

/** Runs statements on the pool, for code that may also run in a transaction. */
export const reader = (holder: Holder): Pick<SqlTransaction, "query"> => ({
  query: async <Row>(statement: Statement) => (await query(holder, statement)) as Row[],
})

export const withOrm = (db: Prisma.TransactionClient, pending: Message[]): Transaction => ({
  db,
  query: ({ text, values }) => db.$queryRawUnsafe(text, ...values),
  publish: gather(pending),
})

const gather =
  (pending: Message[]): Transaction["publish"] =>
  (topic, payload) =>
    void pending.push({ topic, payload } as Message)

async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const result = await work(client)
    await client.query("commit")
    client.release()
    return result
  } catch (error) {
    // A connection that cannot roll back is closed, which makes PostgreSQL roll back.
    const isBroken = await client.query("rollback").then(
      () => false,
      () => true,
    )
    client.release(isBroken)
    throw error
  }
}

async function inSavepoint<T>(
  outer: Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const pending: Message[] = []
  await outer.db.$executeRaw`savepoint part`
  try {
    const result = await work(withOrm(outer.db, pending))
    await outer.db.$executeRaw`release savepoint part`
    for (const { topic, payload } of pending) outer.publish(topic, payload)
    return result
  } catch (error) {
    await outer.db.$executeRaw`rollback to savepoint part`
    throw error
  }
}
