import { z } from "zod"
import { announceFactors } from "../api/factors/announce-factors.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { conflict, notFound } from "../graphql/kernel/errors.ts"
import { parse } from "../graphql/kernel/input.ts"
import { transact } from "../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../graphql/workspace/audit/record-account.ts"
import { endSessions } from "../graphql/workspace/user/end-sessions.ts"
import { changeOfFactors, readFactors } from "../graphql/workspace/user/factors.ts"
import { text } from "../platform/text-schema.ts"

const input = z.object({
  email: text(254).trim().toLowerCase().pipe(z.email("must be an e-mail address")),
})

/**
 * Removes all second factors of a person who lost them, ends their sessions, and mails it to their address.
 *
 * @throws {DomainError} not_found if no account has the address, conflict if it has no factor.
 */
export async function resetFactors(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<{ passkeys: number; codes: boolean }> {
  const { email } = parse(input, given)
  const user = await ctx.database.prisma.user.findUnique({ where: { email } })
  if (user === null) throw notFound("account")
  return transact(ctx, async (tx) => {
    const { db } = tx
    const before = await readFactors(db, user.id)
    const change = changeOfFactors(before, { passkeys: [], codes: null })
    if (change === null) throw conflict(`${email} has no second factor.`)
    const where = { userId: user.id }
    await db.passkey.deleteMany({ where })
    await db.twoFactor.deleteMany({ where })
    await db.user.update({ where: { id: user.id }, data: { twoFactorEnabled: false } })
    const removed = { passkeys: before.passkeys.length, codes: before.codes !== null }
    await recordAccountAudit(tx, ctx.actor, user.id, "account.factors_reset", user, removed)
    await endSessions(tx, ctx.actor, user, "the operator reset the second factors")
    await announceFactors(tx, ctx, user.id, change)
    return removed
  })
}
