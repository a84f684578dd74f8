import type pg from "pg"
import type { Prisma } from "../postgres.ts"
import type { Services } from "../services.ts"
import type { Message, Payload, Topic } from "../topics.ts"

type Value = string | number | boolean | Date | null

/**
 * What PostgreSQL prepares once for each connection. Parameters are cast, as in `$1::uuid`: where the ORM has the
 * transaction it sends them without their types.
 */
export type Statement = {
  name: string
  text: string
  values: (Value | Value[] | null)[]
}

/** One transaction for statements alone, and the nudges to send once it is committed. */
export type SqlTransaction = {
  query<Row>(statement: Statement): Promise<Row[]>
  publish<T extends Topic>(topic: T, payload: Payload<T>): void
}

/** The same with the ORM. */
export type Transaction = SqlTransaction & { db: Prisma.TransactionClient }

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
      const result = await work(withOrm(db, pending))
      return { messages: pending, result }
    },
    { timeout: timeoutMs, maxWait: 10_000 },
  )
  await bus.publish(messages)
  return result
}

/** `transact` for what is written often: statements cost a quarter of what the ORM makes of them. */
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

/** One statement: by itself, or a part of `ctx.transaction`. */
export async function query<Row extends object>(
  { database, transaction }: Holder,
  statement: Statement,
): Promise<Row[]> {
  if (transaction !== undefined) return transaction.query<Row>(statement)
  return (await database.pool.query<Row>(statement)).rows
}

/** Statements one by one, for what a transaction may ask as well. */
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
    // A connection that cannot even roll back is closed; then PostgreSQL does.
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
