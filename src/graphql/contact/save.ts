import { z } from "zod"
import type { ContactRules } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { DomainError, invalid } from "../errors.ts"
import { id, parse, wholeNumber } from "../input.ts"
import { timeZone, wallTime } from "../on-call/fields.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import type { Urgency } from "./ways.ts"

const mostMethods = 10
/** Longer than this no page is of use. */
const longestDelayMinutes = 60

const methods = z
  .array(z.object({ channelId: id, delayMinutes: wholeNumber(0, longestDelayMinutes) }))
  .max(mostMethods, `must be at most ${mostMethods} methods`)
  .refine((all) => new Set(all.map(({ channelId }) => channelId)).size === all.length, {
    error: "must name each channel once",
  })

const input = z.object({
  timeZone,
  quietHours: z
    .object({ from: wallTime, until: wallTime })
    .refine(({ from, until }) => from !== until, "must not begin where they end")
    .nullable()
    .default(null),
  digestAt: wallTime.nullable().default(null),
  high: methods.default([]),
  low: methods.default([]),
})

/**
 * How the signed-in person wants to be told of pages, in place of what was chosen before. An urgency without
 * methods goes by the default.
 *
 * @throws {DomainError} unauthorized for anybody but a signed-in person.
 */
export async function saveContactRules(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<ContactRules> {
  const { timeZone, quietHours, digestAt, high, low } = parse(input, given)
  const userId = requirePerson(ctx)
  return transact(ctx, async (tx) => {
    await requireOwn(tx, userId, { high, low })
    const data = {
      timeZone,
      quietFromMinute: quietHours?.from ?? null,
      quietUntilMinute: quietHours?.until ?? null,
      digestMinute: digestAt,
    }
    const where = { userId }
    const rules = await tx.db.contactRules.upsert({
      where,
      create: { ...where, ...data },
      update: data,
    })
    await tx.db.contactMethod.deleteMany({ where })
    await tx.db.contactMethod.createMany({
      data: [...rowsOf(userId, "high", high), ...rowsOf(userId, "low", low)],
    })
    return rules
  })
}

/** Goes by the default again; answers whether anything had been chosen. */
export async function resetContactRules(ctx: Context): Promise<boolean> {
  const userId = requirePerson(ctx)
  const { count } = await ctx.database.prisma.contactRules.deleteMany({ where: { userId } })
  return count > 0
}

export function requirePerson({ actor }: Pick<Context, "actor">): string {
  if (actor.kind === "user") return actor.userId
  throw new DomainError("unauthorized", "Only a signed-in person is told of pages; sign in first.")
}

type Methods = z.output<typeof methods>

const rowsOf = (userId: string, urgency: Urgency, all: Methods) =>
  all.map((method, at) => ({ ...method, userId, urgency, order: at + 1 }))

/** The lock keeps them from being deleted until the methods point at them. */
async function requireOwn(
  { db }: Transaction,
  userId: string,
  wanted: Record<Urgency, Methods>,
): Promise<void> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from channel where user_id = ${userId}::uuid order by id for key share`
  const own = new Set(rows.map(({ id }) => id))
  for (const [urgency, methods] of Object.entries(wanted)) {
    const at = methods.findIndex(({ channelId }) => !own.has(channelId))
    if (at >= 0) throw invalid(`#/${urgency}/${at}/channelId`, "must be a channel of your own")
  }
}
