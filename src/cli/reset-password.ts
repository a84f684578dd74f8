import { randomBytes } from "node:crypto"
import { z } from "zod"
import { resetSeconds, storedReset, voidResetLinks } from "../api/account-mail.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { notFound } from "../graphql/kernel/errors.ts"
import { parse } from "../graphql/kernel/input.ts"
import { transact } from "../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../graphql/workspace/audit/record-account.ts"
import { newId } from "../platform/id.ts"
import { text } from "../platform/text-schema.ts"

const input = z.object({
  email: text(254).trim().toLowerCase().pipe(z.email("must be an e-mail address")),
})

type ResetLink = { url: string; expiresAt: Date }

/**
 * Create a link that sets an account's password once; earlier links stop working. Nobody is signed out until it is
 * used.
 *
 * @throws {DomainError} not_found if no account has the address.
 */
export async function createResetLink(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<ResetLink> {
  const { env, clock } = ctx
  const { email } = parse(input, given)
  const user = await ctx.database.prisma.user.findUnique({ where: { email } })
  if (user === null) throw notFound("account")
  const token = randomBytes(24).toString("base64url")
  const expiresAt = new Date(clock.now().getTime() + resetSeconds * 1000)
  await transact(ctx, async (tx) => {
    await voidResetLinks(tx.db, user.id)
    const data = { id: newId(), identifier: storedReset(token), value: user.id, expiresAt }
    await tx.db.verification.create({ data })
    await recordAccountAudit(tx, ctx.actor, user.id, "account.reset_link_created", user)
  })
  return { url: `${env.BASE_URL}/password/${token}`, expiresAt }
}
