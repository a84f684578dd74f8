import { randomBytes } from "node:crypto"
import { z } from "zod"
import { resetPrefix, resetSeconds, voidResetLinks } from "../api/account-mail.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { notFound } from "../graphql/kernel/errors.ts"
import { parse } from "../graphql/kernel/input.ts"
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
  { database: { prisma }, env, clock }: Context,
  given: z.input<typeof input>,
): Promise<ResetLink> {
  const { email } = parse(input, given)
  const user = await prisma.user.findUnique({ where: { email } })
  if (user === null) throw notFound("account")
  const token = randomBytes(24).toString("base64url")
  const expiresAt = new Date(clock.now().getTime() + resetSeconds * 1000)
  await prisma.$transaction(async (tx) => {
    await voidResetLinks(tx, user.id)
    const identifier = `${resetPrefix}${token}`
    await tx.verification.create({ data: { id: newId(), identifier, value: user.id, expiresAt } })
  })
  return { url: `${env.BASE_URL}/password/${token}`, expiresAt }
}
