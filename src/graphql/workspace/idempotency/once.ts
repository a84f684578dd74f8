import { z } from "zod"
import type { PrismaClient } from "../../../../prisma/generated/client.ts"
import type { Message } from "../../../platform/topics.ts"
import { contextFor, type Context } from "../../kernel/context.ts"
import { withOrm, type Transaction } from "../../kernel/transaction.ts"

/** A stored response, replayed byte for byte. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export type Once =
  | { kind: "fresh" | "replayed"; answer: Answer }
  /** The first request with this key is still running. */
  | { kind: "in_progress" }
  /** The key was used for another request. */
  | { kind: "reused" }

export type Request = { projectId: string; key: string; fingerprint: Uint8Array<ArrayBuffer> }

/** How long a response is stored for replays. */
export const keptHours = 24

const stored = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

/** Rolls back the transaction of a response that is not stored. */
class NotKept extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super("not kept")
    this.answer = answer
  }
}

/**
 * Executes a request with an idempotency key at most once in 24 hours. Effect and response commit in one transaction,
 * under a lock that ends with its connection: a process killed in between leaves neither.
 *
 * @param work gets a context whose verbs and reads belong to that transaction.
 * @param isKept false for errors that a retry may not hit again; then the whole transaction is rolled back.
 */
export async function once(
  ctx: Context,
  { projectId, key, fingerprint }: Request,
  work: (ctx: Context) => Promise<Answer>,
  isKept: (answer: Answer) => boolean,
): Promise<Once> {
  const pending: Message[] = []
  const run = async (db: Transaction["db"]): Promise<Once> => {
    const [lock] = await db.$queryRaw<{ isOurs: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${projectId} ${key}`}, 0)) as "isOurs"`
    const [before] = await db.$queryRaw<{ fingerprint: Uint8Array; sealed: Uint8Array }[]>`
      select fingerprint, sealed from idempotent_answer
       where project_id = ${projectId}::uuid and key = ${key}
         and created_at > now() - ${keptHours} * interval '1 hour'`
    if (before !== undefined) {
      if (!Buffer.from(before.fingerprint).equals(fingerprint)) return { kind: "reused" }
      const answer = stored.parse(JSON.parse(ctx.vault.open(before.sealed)))
      return { kind: "replayed", answer }
    }
    // Checked after looking up the stored response, so that concurrent replays do not wait for each other.
    if (lock?.isOurs !== true) return { kind: "in_progress" }
    const answer = await work(within(ctx, db, pending))
    if (!isKept(answer)) throw new NotKept(answer)
    const sealed = ctx.vault.seal(JSON.stringify(answer))
    // PostgreSQL's clock decides when keys expire; an existing row here has expired.
    await db.$executeRaw`
      insert into idempotent_answer (project_id, key, fingerprint, sealed, created_at)
      values (${projectId}::uuid, ${key}, ${fingerprint}, ${sealed}, now())
      on conflict (project_id, key) do update
         set fingerprint = excluded.fingerprint, sealed = excluded.sealed,
             created_at = excluded.created_at`
    return { kind: "fresh", answer }
  }
  try {
    const done = await ctx.database.prisma.$transaction(run, { timeout: 60_000, maxWait: 10_000 })
    await ctx.bus.publish(pending)
    return done
  } catch (error) {
    if (error instanceof NotKept) return { kind: "fresh", answer: error.answer }
    throw error
  }
}

function within(ctx: Context, db: Transaction["db"], pending: Message[]): Context {
  // The transaction lacks only $transaction, which transact does not call within a transaction.
  const database = { ...ctx.database, prisma: db as PrismaClient }
  return { ...contextFor({ ...ctx, database }, ctx.actor), transaction: withOrm(db, pending) }
}

/** Deletes expired responses. */
export async function deleteExpiredAnswers({ database }: Pick<Context, "database">): Promise<void> {
  await database.pool.query(
    "delete from idempotent_answer where created_at < now() - $1 * interval '1 hour'",
    [keptHours],
  )
}
