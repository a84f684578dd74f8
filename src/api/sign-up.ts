import { APIError } from "better-auth/api"
import type { Env } from "../env.ts"
import { findOpenInvitation } from "../graphql/member/open-invitation.ts"
import type { Prisma } from "../postgres.ts"

/** An address alone proves nothing before it is confirmed, so the invitation's token is what counts. */
export type Applicant = { email: string; invitation: string | null }

/** Any number that nothing else in this database locks. */
const firstAccountLock = 7_203_114

/**
 * Applies SIGN_UP. Called once cheaply before a password is hashed, and once more in the transaction that
 * writes the account, holding `lock`, so that only one of two racing strangers is the first.
 *
 * @throws {APIError} 403 where the installation takes no such account.
 */
export async function checkSignUp(
  db: Pick<Prisma.TransactionClient, "user" | "invitation" | "$queryRaw">,
  policy: Env["SIGN_UP"],
  { email, invitation }: Applicant,
  now: Date,
  lock: "lock" | "no lock",
): Promise<void> {
  if (policy === "open") return
  if (policy === "first") {
    if (lock === "lock") {
      await db.$queryRaw`select pg_advisory_xact_lock(${firstAccountLock})::text`
    }
    if ((await db.user.findFirst({ select: { id: true } })) === null) return
  }
  const found = invitation === null ? null : await findOpenInvitation(db, invitation, now)
  if (found !== null && found.email === email.toLowerCase()) return
  throw new APIError("FORBIDDEN", {
    code: "SIGN_UP_CLOSED",
    message:
      "A new account needs an open invitation to this e-mail address. " +
      "Ask a project's owner or admin for one and sign up from its link.",
  })
}
