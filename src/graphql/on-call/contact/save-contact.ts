import { z } from "zod"
import type { ContactRules } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse, wholeNumber } from "../../kernel/input.ts"
import { timeZone, wallTime } from "../on-call-fields.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { recordAccountAudit } from "../../workspace/audit/record-account.ts"
import type { Urgency } from "./rules/recipients.ts"

const mostMethods = 10
/** A page later than this is useless. */
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
 * Replace the signed-in person's contact rules. An urgency without methods uses the default.
 *
 * @throws {DomainError} unauthorized if the actor is not a signed-in person.
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
    const counts = { high: high.length, low: low.length }
    const changes = { timeZone, hasQuietHours: quietHours !== null, ...counts }
    const action = "contact_rules.saved"
    await recordAccountAudit(tx, ctx.actor, userId, action, { id: userId }, changes)
    return rules
  })
}

/** Delete the contact rules. @returns whether there were any. */
export async function resetContactRules(ctx: Context): Promise<boolean> {
  const userId = requirePerson(ctx)
  return transact(ctx, async (tx) => {
    const { count } = await tx.db.contactRules.deleteMany({ where: { userId } })
    if (count === 0) return false
    const action = "contact_rules.reset"
    await recordAccountAudit(tx, ctx.actor, userId, action, { id: userId })
    return true
  })
}

type Methods = z.output<typeof methods>

const rowsOf = (userId: string, urgency: Urgency, all: Methods) =>
  all.map((method, at) => ({ ...method, userId, urgency, order: at + 1 }))

/** Lock the channels, so that they are not deleted before the methods reference them. */
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
