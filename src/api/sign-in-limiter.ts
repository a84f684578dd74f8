import { createHmac } from "node:crypto"
import { APIError } from "better-auth/api"
import { networkOf } from "../platform/peer.ts"
import { createAttemptDelay } from "../platform/rate-limit/attempt-delay.ts"
import { createRateLimiter, type RateLimiter } from "../platform/rate-limit/rate-limiter.ts"
import { createSharedRateLimiter } from "../platform/rate-limit/shared-rate-limiter.ts"
import type { Services } from "../platform/services.ts"

/** Attempts of one network on one account. */
const perNetwork = { free: 5, firstSeconds: 1, mostSeconds: 900 }
/** Attempts of all networks on one account: slow for attackers, still usable for the owner. */
const perAccount = { free: 20, firstSeconds: 1, mostSeconds: 10 }
/** A code is valid in its own half minute and the ones before and after. */
const codeMs = 120_000

/** Paths that attackers try, counted across all processes; the rest is counted in this process. */
const shared = [
  "/sign-in/email",
  "/two-factor/",
  "/passkey/verify-",
  "/request-password-reset",
  "/send-verification-email",
  "/reset-password",
]

const crowd = { window: 60, max: 1500 }
const office = { window: 60, max: 300 }
/** Requests of an address to each URL, in seconds; better-auth's own limits apply to the rest. */
export const addressLimits = {
  // A whole office has one address; guesses are limited by account.
  "/sign-in/email": office,
  "/sign-up/email": { window: 60, max: 20 },
  "/two-factor/*": office,
  "/passkey/verify-*": office,
  // Guesses nothing; directories send up to 25 requests a second.
  "/sign-in/sso": crowd,
  "/sso/**": crowd,
  "/get-session": crowd,
  "/scim/v2/**": crowd,
  "/request-password-reset": { window: 60, max: 5 },
  "/send-verification-email": { window: 60, max: 5 },
  "/reset-password": { window: 60, max: 20 },
}

type Attempt = { email: string; peer: string; isKnownDevice: boolean }

/**
 * Slows down password guessing. The counts are in PostgreSQL, so that a restart or a second process grants no new
 * attempts.
 */
export function createSignInLimiter(services: Services) {
  const { vault, clock } = services
  // This name must not change: browsers hold cookies made with it.
  const deviceSecret = vault.derive("sign-in pace")
  const ofNetwork = createAttemptDelay(services, "sign-in network", perNetwork)
  const ofAccount = createAttemptDelay(services, "sign-in account", perAccount)
  const codes = createSharedRateLimiter(services, "one-time code", { points: 1, windowMs: codeMs })

  const limiters = new Map<string, RateLimiter<number | Promise<number>>>()
  function limiterOf(path: string, points: number, windowMs: number) {
    const isShared = shared.some((one) => path.startsWith(one))
    const name = `${isShared} ${points} ${windowMs}`
    const limit = { points, windowMs }
    const limiter =
      limiters.get(name) ??
      (isShared
        ? createSharedRateLimiter(services, "sign-in address", limit)
        : createRateLimiter(clock, limit))
    limiters.set(name, limiter)
    return limiter
  }

  return {
    /** better-auth's own limits by address. */
    async consume(key: string, { window, max }: { window: number; max: number }) {
      const path = key.slice(key.indexOf("|") + 1)
      const waitMs = await limiterOf(path, max, window * 1000).consume(key)
      return { allowed: waitMs === 0, retryAfter: waitMs === 0 ? null : Math.ceil(waitMs / 1000) }
    },
    /**
     * Counts an attempt before its password is verified. A network's first attempt within an hour, and attempts
     * from a known device, do not wait for other networks' attempts, so that nobody can lock an owner out.
     *
     * @throws {APIError} 429
     */
    async begin(attempt: Attempt): Promise<void> {
      const own = await ofNetwork.claim(networkKey(attempt))
      if (own.waitMs > 0) throw tooManyAttempts(own.waitMs)
      if (attempt.isKnownDevice) return
      const all = await ofAccount.claim(attempt.email)
      if (all.waitMs > 0 && own.tries > 1) throw tooManyAttempts(all.waitMs)
    },
    /** Clears the counts after a correct password. */
    async succeed(attempt: Attempt): Promise<void> {
      await ofNetwork.forgive(networkKey(attempt), "all")
      if (!attempt.isKnownDevice) await ofAccount.forgive(attempt.email, "one")
    },
    /** Cookie value that identifies a known device. */
    deviceMark: (email: string): string =>
      createHmac("sha256", deviceSecret)
        .update(JSON.stringify(["device", email]))
        .digest("base64url"),
    /** True only for the first use of a code while it is valid (RFC 6238, section 5.2). */
    takeCode: async (userId: string, code: string): Promise<boolean> =>
      (await codes.consume(JSON.stringify([userId, code]))) === 0,
  }
}

const networkKey = ({ email, peer }: Attempt): string => JSON.stringify([email, networkOf(peer)])

export type SignInLimiter = ReturnType<typeof createSignInLimiter>

export function tooManyAttempts(waitMs: number): APIError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `Too many attempts to sign in. Try again in ${seconds} second${seconds === 1 ? "" : "s"}, or reset your password by e-mail.`
  return new APIError(
    "TOO_MANY_REQUESTS",
    { code: "TOO_MANY_ATTEMPTS", message },
    { "retry-after": String(seconds) },
  )
}
