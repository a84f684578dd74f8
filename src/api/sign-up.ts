import { APIError } from "better-auth/api"
import { z } from "zod"
import type { Env } from "../platform/env.ts"
import { findOpenInvitation } from "../graphql/workspace/member/open-invitation.ts"
import type { Prisma } from "../platform/postgres.ts"

/** An address that somebody enters proves nothing, so only the invitation's token counts. */
export type Applicant = { email: string; invitation: string | null }

/** Arbitrary id of an advisory lock, unique in this database. */
const firstAccountLock = 7_203_114

/**
 * Enforces SIGN_UP. Called without the lock before the password is hashed, and again with it in the transaction
 * that creates the account, so that only one of two concurrent sign-ups is the first.
 *
 * @returns whether the address is proved, by an invitation's token that came by mail.
 * @throws {APIError} 403 if the installation does not accept the account.
 */
export async function checkSignUp(
  db: Pick<Prisma.TransactionClient, "user" | "invitation" | "$queryRaw">,
  policy: Env["SIGN_UP"],
  { email, invitation }: Applicant,
  now: Date,
  lock: "lock" | "no lock",
): Promise<boolean> {
  const found = invitation === null ? null : await findOpenInvitation(db, invitation, now)
  const isInvited = found !== null && found.email === email.toLowerCase()
  const isProved = isInvited && found.isMailed
  if (policy === "open") return isProved
  if (policy === "first") {
    if (lock === "lock") {
      await db.$queryRaw`select pg_advisory_xact_lock(${firstAccountLock})::text`
    }
    if ((await db.user.findFirst({ select: { id: true } })) === null) return isProved
  }
  if (isInvited) return isProved
  throw new APIError("FORBIDDEN", {
    code: "SIGN_UP_CLOSED",
    message:
      "A new account needs an open invitation to this e-mail address. " +
      "Ask a project's owner or admin for one and sign up from its link.",
  })
}

const applicant = z.object({
  email: z.string().catch(""),
  invitation: z.string().max(100).nullable().catch(null),
})
export const readApplicant = (body: unknown): Applicant =>
  applicant.catch({ email: "", invitation: null }).parse(body)
