import { APIError, getSessionFromCtx, isAPIError, type createAuthMiddleware } from "better-auth/api"
import { z } from "zod"
import type { Services } from "../platform/services.ts"
import { methodOf, type AccountFailure } from "./rules/account-entries.ts"
import { isPasswordRight, type HeldPasskeys } from "./factors/held-passkeys.ts"
import type { SignInLimiter } from "./sign-in-limiter.ts"

type Hook = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const credentials = z.object({ email: z.email().toLowerCase() })
const passkeyBody = z.object({ response: z.object({ id: z.string() }) })
const oneTime = z.object({ code: z.string() })
const daySeconds = 24 * 60 * 60

/**
 * Checks limits before and after better-auth verifies a password or one-time code.
 *
 * @param peerHeader the request header that holds the client's address.
 */
export function createSignInHooks(limit: SignInLimiter, held: HeldPasskeys, peerHeader: string) {
  async function attemptOf(hook: Hook) {
    const { data } = credentials.safeParse(hook.body)
    if (hook.path !== "/sign-in/email" || data === undefined) return null
    const mark = await hook.getSignedCookie(deviceCookie(hook).name, hook.context.secret)
    return {
      email: data.email,
      peer: hook.headers?.get(peerHeader) ?? "",
      isKnownDevice: mark === limit.deviceMark(data.email),
    }
  }

  return {
    /** @throws {APIError} 429 above the limit, 401 for a one-time code that was used before. */
    async before(hook: Hook): Promise<void> {
      const attempt = await attemptOf(hook)
      if (attempt !== null) await limit.begin(attempt)
      const { data } = oneTime.safeParse(hook.body)
      if (hook.path !== "/two-factor/verify-totp" || data === undefined) return
      const userId = await ownerOf(hook)
      if (userId === null || (await limit.takeCode(userId, data.code))) return
      throw new APIError("UNAUTHORIZED", {
        code: "INVALID_CODE",
        message: "This code was already used. Wait for the next one.",
      })
    },
    async after(hook: Hook): Promise<void> {
      const attempt = await attemptOf(hook)
      if (attempt === null || !isPasswordRight(hook.context.returned)) return
      await limit.succeed(attempt)
      await held.notePassword(hook, attempt.email)
      const { name, attributes } = deviceCookie(hook)
      const mark = limit.deviceMark(attempt.email)
      await hook.setSignedCookie(name, mark, hook.context.secret, attributes)
    },
  }
}

/** Set in a browser where this account has signed in before; signed by better-auth. */
const deviceCookie = ({ context }: Hook) =>
  context.createAuthCookie("device", { maxAge: 365 * daySeconds })

/** Which account a refused request tried to sign in to; null for every other request. */
export async function failureOf(
  { database: { prisma } }: Pick<Services, "database">,
  hook: Hook,
): Promise<AccountFailure | null> {
  const { path, context } = hook
  const isCode = path.startsWith("/two-factor/verify-")
  if (!isAPIError(context.returned) || (context.session && !isCode)) return null
  const failed = (userId: string | undefined): AccountFailure | null =>
    userId === undefined
      ? null
      : { userId, action: "account.sign_in_failed", method: methodOf(path) }
  if (path === "/sign-in/email") {
    const { data } = credentials.safeParse(hook.body)
    const where = { email: data?.email ?? "" }
    return failed((await prisma.user.findUnique({ where }))?.id)
  }
  if (path === "/passkey/verify-authentication") {
    const { data } = passkeyBody.safeParse(hook.body)
    const where = { credentialID: data?.response.id ?? "" }
    return failed((await prisma.passkey.findUnique({ where }))?.userId)
  }
  if (!isCode) return null
  const userId = await ownerOf(hook)
  return userId === null
    ? null
    : { userId, action: "account.second_factor_failed", method: methodOf(path) }
}

/** The user who sends a code: the session's, or the one whose password was just verified. */
async function ownerOf(hook: Hook): Promise<string | null> {
  const session = await getSessionFromCtx(hook)
  if (session !== null) return session.user.id
  const { name } = hook.context.createAuthCookie("two_factor")
  const challenge = await hook.getSignedCookie(name, hook.context.secret)
  if (typeof challenge !== "string") return null
  const found = await hook.context.internalAdapter.findVerificationValue(challenge)
  return found?.value ?? null
}
