import { AsyncLocalStorage } from "node:async_hooks"
import { APIError, getSessionFromCtx, isAPIError, type createAuthMiddleware } from "better-auth/api"
import {
  changeOfFactors,
  hasFactor,
  readFactors,
  type Factors,
} from "../../graphql/workspace/user/factors.ts"
import { forgetDevices } from "../../graphql/workspace/user/end-sessions.ts"
import { transact } from "../../graphql/kernel/transaction.ts"
import { createAttemptDelay } from "../../platform/rate-limit/attempt-delay.ts"
import type { Services } from "../../platform/services.ts"
import { tooManyAttempts } from "../sign-in-limiter.ts"
import { announceFactors } from "./announce-factors.ts"
import { hasProvedFactor } from "./session-factor.ts"

type Hook = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
type OwnSession = {
  id: string
  signInMethod: string | null
  ssoSessionId: string | null
  factor: string | null
}
type Known = { userId: string; session: OwnSession; before: Factors; isConfirming: boolean }

/** Requests that add, remove, replace or show a factor, and those that verify a code. */
const factorPath = /^\/(?:two-factor|passkey)\//
const codePath = /^\/two-factor\/verify-/
/** They change nothing, or sign in. */
const harmless = ["/passkey/list-user-passkeys", "/passkey/generate-authenticate-options"]
const signIn = "/passkey/verify-authentication"
/** Replaces the session, which keeps what it proved. */
const replacing = "/change-password"

/** Codes sent within a session, by account; sign-in has its own limit. */
const tries = { free: 5, firstSeconds: 1, mostSeconds: 900 }

/**
 * While an account has a factor, its factors change only in a session that proved one of them: a password alone adds
 * and removes none. A code that is sent within a session proves it there.
 */
export function createFactorGuard(services: Services) {
  const { prisma } = services.database
  const running = new AsyncLocalStorage<{ known: Known | null }>()
  const delay = createAttemptDelay(services, "second factor in a session", tries)

  async function confirm({ userId, session }: Known): Promise<void> {
    await delay.forgive(userId, "all")
    const factor = session.factor ?? "code"
    await prisma.session.updateMany({ where: { id: session.id }, data: { factor } })
    await services.bus.publish([{ topic: "access.changed", payload: { projectId: null, userId } }])
  }

  /** The session after a change: it keeps what it proved as long as the account has such a factor. */
  function factorAfter(path: string, { session, before }: Known, after: Factors): string | null {
    const isFirst = !hasFactor(before)
    const first = path === "/passkey/verify-registration" ? "passkey" : "code"
    const factor = session.factor ?? (isFirst && hasFactor(after) ? first : null)
    if (factor === "passkey") return after.passkeys.length > 0 ? factor : null
    return factor === "code" && after.codes !== null ? factor : null
  }

  async function settle(hook: Hook, known: Known): Promise<void> {
    const { userId, session, before } = known
    const after = await readFactors(prisma, userId)
    const { internalAdapter, newSession } = hook.context
    // better-auth replaces the session when codes are turned on or off, and with the password.
    const id = newSession?.session.id ?? session.id
    const { signInMethod, ssoSessionId } = session
    const factor = factorAfter(hook.path, known, after)
    const data = { signInMethod, ssoSessionId, factor }
    await prisma.session.updateMany({ where: { id }, data })
    const change = changeOfFactors(before, after)
    if (change === null) return
    await prisma.passkey.updateMany({
      where: { id: { in: change.addedPasskeys }, user: { emailVerified: true } },
      data: { isProved: true },
    })
    const others = await prisma.session.findMany({ where: { userId, id: { not: id } } })
    // Adding a factor ends the sessions that proved none; removing one ends all others.
    const isRemoved = change.removedPasskeys.length > 0 || (change.codes?.before ?? null) !== null
    for (const other of others) {
      if (isRemoved || !hasProvedFactor(other)) await internalAdapter.deleteSession(other.token)
    }
    await transact(services, async (tx) => {
      await forgetDevices(tx, userId)
      await announceFactors(tx, services, userId, change)
      tx.publish("access.changed", { projectId: null, userId })
    })
  }

  return {
    run: <T>(work: () => Promise<T>): Promise<T> => running.run({ known: null }, work),
    /** @throws {APIError} 403 for a change in a session that proved no factor, 429 after many wrong codes. */
    async before(hook: Hook): Promise<void> {
      const { path } = hook
      const store = running.getStore()
      const isOther = harmless.includes(path) || path === signIn
      if ((!factorPath.test(path) && path !== replacing) || isOther) return
      const found = await getSessionFromCtx(hook)
      if (found === null || store === undefined) return
      const userId = found.user.id
      const session = await prisma.session.findUnique({
        where: { id: found.session.id },
        select: { id: true, signInMethod: true, ssoSessionId: true, factor: true },
      })
      if (session === null) return
      const before = await readFactors(prisma, userId)
      const isConfirming = codePath.test(path) && before.codes !== null
      store.known = { userId, session, before, isConfirming }
      if (isConfirming) {
        const { waitMs } = await delay.claim(userId)
        if (waitMs > 0) throw tooManyAttempts(waitMs)
      } else if (path !== replacing && hasFactor(before) && !hasProvedFactor(session)) {
        throw factorRequired()
      }
    },
    /** @returns whether the request proved a factor within a session. */
    async after(hook: Hook): Promise<boolean> {
      const known = running.getStore()?.known ?? null
      if (known === null || isAPIError(hook.context.returned)) return false
      if (known.isConfirming) await confirm(known)
      else await settle(hook, known)
      return known.isConfirming
    },
  }
}

const factorRequired = () =>
  new APIError("FORBIDDEN", {
    code: "FACTOR_REQUIRED",
    message: "Confirm a second factor first: your passkey, a one-time code or a backup code.",
  })
