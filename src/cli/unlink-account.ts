import { z } from "zod"
import { providerId } from "../api/sso/sso-provider.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { conflict, notFound } from "../graphql/kernel/errors.ts"
import { parse } from "../graphql/kernel/input.ts"
import { transact } from "../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../graphql/workspace/audit/record-account.ts"
import { endSessions } from "../graphql/workspace/user/end-sessions.ts"
import { text } from "../platform/text-schema.ts"

const input = z.object({
  email: text(254).trim().toLowerCase().pipe(z.email("must be an e-mail address")),
})

/**
 * Forgets which user of the identity provider has an account, so that the next one with its address gets it, as at a
 * first link. Sessions end.
 *
 * @throws {DomainError} not_found if no account has the address, conflict if none is linked, or the directory still
 * has its user.
 */
export async function unlinkAccount(ctx: Context, given: z.input<typeof input>): Promise<void> {
  const { email } = parse(input, given)
  const user = await ctx.database.prisma.user.findUnique({
    where: { email },
    include: { scimUsers: true },
  })
  if (user === null) throw notFound("account")
  if (user.scimUsers.length > 0) {
    throw conflict(`The directory still has a user for ${email}. Delete that user there first.`)
  }
  const where = { userId: user.id }
  await transact(ctx, async (tx) => {
    const { db } = tx
    const accounts = await db.account.deleteMany({ where: { ...where, providerId } })
    const subjects = await db.scimSubject.deleteMany({ where })
    await db.scimIdentityTombstone.deleteMany({ where })
    if (accounts.count + subjects.count === 0) {
      throw conflict(`${email} is not linked to the identity provider.`)
    }
    await recordAccountAudit(tx, ctx.actor, user.id, "account.unlinked", user)
    await endSessions(tx, ctx.actor, user, "the operator unlinked the account")
  })
}
