import { betterAuth } from "better-auth"
import { prismaAdapter } from "better-auth/adapters/prisma"
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api"
import { twoFactor } from "better-auth/plugins"
import { z } from "zod"
import { giveFirstChannel } from "../graphql/delivery/channel/own-address.ts"
import { text } from "../platform/text-schema.ts"
import { isUnavailable } from "../graphql/kernel/format-error.ts"
import { newId } from "../platform/id.ts"
import type { Log } from "../platform/log.ts"
import type { Services } from "../platform/services.ts"
import { accountMail, claimResetLink, mailPaths } from "./account-mail.ts"
import { createAuthClient } from "./auth-client.ts"
import { createAuthFaults } from "./auth-faults.ts"
import { createSessionFinder } from "./find-session.ts"
import { createFactorGuard } from "./factors/guard-factors.ts"
import { heldPasskeys } from "./factors/held-passkeys.ts"
import { proofOf, type SessionProof } from "./factors/session-factor.ts"
import { passwordChanged } from "./password-changed.ts"
import { checkPasskeyBody, passkeys } from "./passkeys.ts"
import { profileFields, readProfile } from "./profile.ts"
import { requireActive } from "./sso/apply-directory.ts"
import { checkScimText, provisioning, requireVouched } from "./scim/provisioning.ts"
import { scimPath } from "./scim/scim-path.ts"
import { createSignInAudit } from "./sign-in-audit.ts"
import { createSignInHooks, failureOf } from "./sign-in-hooks.ts"
import { addressLimits, createSignInLimiter } from "./sign-in-limiter.ts"
import { checkSignUp, readApplicant } from "./sign-up.ts"
import { checkSamlResponse } from "./sso/check-saml.ts"
import { createSsoRefusals } from "./sso/refuse-sign-on.ts"
import { createSsoAttempts } from "./sso/sso-attempts.ts"
import { requireOwnReturn } from "./require-own-return.ts"
import { requireSso, unusedSsoPaths } from "./sso/require-sso.ts"
import type { singleSignOn } from "./sso/single-sign-on.ts"
import { createSsoDiscovery, type SsoDiscovery } from "./sso/sso-discovery.ts"

export type SignedIn = {
  session: { id: string; expiresAt: Date } & SessionProof
  user: { id: string; name: string; email: string; language?: string | null | undefined }
}

export type Auth = {
  /** Whether users can reset a password and confirm an address. */
  sendsMail: boolean
  /**
   * Handles every request below /api/auth/; `remoteAddress` is the key of the sign-in limits.
   *
   * @throws the database error, if the database is unreachable.
   */
  handler(request: Request, remoteAddress?: string): Promise<Response>
  /** Reads the session cookie without extending the session; only GET /api/auth/get-session extends it. */
  readSession(headers: Headers): Promise<SignedIn | null>
}

const daySeconds = 24 * 60 * 60
/** Set from the socket on every request, which overrides a client's own value. */
const peerHeader = "x-watchkeeper-peer"

/**
 * Sign-in with a passkey, or with e-mail, password and an optional one-time code, by better-auth; through an identity
 * provider with `signOn`.
 */
export function createAuth(
  services: Services,
  discovery: SsoDiscovery = createSsoDiscovery(services.env, services.log),
  signOn?: typeof singleSignOn,
): Auth {
  const { env, bus, clock, vault } = services
  const { client, transaction, reading } = createAuthClient(services)
  const mail = accountMail(services, peerHeader)
  const faults = createAuthFaults()
  const limiter = createSignInLimiter(services)
  const held = heldPasskeys(services)
  const signIn = createSignInHooks(limiter, held, peerHeader)
  const audit = createSignInAudit(services)
  const factors = createFactorGuard(services)
  const attempts = createSsoAttempts()
  const provider = signOn?.(services, attempts, transaction) ?? null
  const directory = provisioning(services, attempts, transaction)
  const refuseSignOn = createSsoRefusals(services, attempts)
  const ownOrigins = [new URL(env.BASE_URL).origin, ...env.ALLOWED_ORIGINS]

  const auth = betterAuth({
    appName: "Watchkeeper",
    baseURL: env.BASE_URL,
    basePath: "/api/auth",
    secret: vault.derive("sign-in"),
    // The identity provider's only where the plugin asks whether it may call them.
    trustedOrigins: async (request) =>
      request !== undefined && ssoPath.test(new URL(request.url).pathname)
        ? [...ownOrigins, ...(await discovery.origins())]
        : ownOrigins,
    database: faults.watch(prismaAdapter(client, { provider: "postgresql", transaction: true })),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      ...mail.reset,
      async onPasswordReset(reset) {
        await passwordChanged(services, reset.user)
        await held.hold(reset.user.id)
        // Nobody is signed in then.
        audit.handled({ userId: reset.user.id })
      },
      ...(mail.canSend ? mail.password : {}),
    },
    ...(mail.canSend ? { emailVerification: mail.confirmation } : {}),
    user: { additionalFields: profileFields },
    session: {
      expiresIn: 30 * daySeconds,
      updateAge: daySeconds,
      additionalFields: {
        signInMethod: { type: "string", required: false, input: false },
        factor: { type: "string", required: false, input: false },
        ssoSessionId: { type: "string", required: false, input: false, returned: false },
      },
    },
    plugins: [
      twoFactor({ issuer: "Watchkeeper" }),
      passkeys(services, held),
      ...(provider === null ? [] : [provider]),
      ...(directory === null ? [] : [directory]),
    ],
    verification: mail.verification,
    // Tokens of the identity provider; nothing reads them.
    account: { encryptOAuthTokens: true },
    rateLimit: {
      enabled: true,
      customStorage: limiter,
      customRules: addressLimits,
    },
    advanced: {
      cookiePrefix: "watchkeeper",
      useSecureCookies: env.BASE_URL.startsWith("https:"),
      // Explicit, because better-auth disables both checks when NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [peerHeader] },
      database: { generateId: () => newId() },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user, context) {
            const isVouched =
              context?.path.startsWith("/sso/") || context?.path.startsWith(scimPath)
            if (isVouched) return { data: { ...user, emailVerified: true } }
            const applicant = { ...readApplicant(context?.body), email: user.email }
            const { db } = transaction()
            const now = clock.now()
            const emailVerified = await checkSignUp(db, env.SIGN_UP, applicant, now, "lock")
            return { data: { ...user, emailVerified } }
          },
        },
        update: {
          before(changes, context) {
            if (!context?.path.startsWith(scimPath) || changes.email === undefined) {
              return Promise.resolve(undefined)
            }
            requireVouched(env, changes.email)
            return Promise.resolve({ data: { ...changes, emailVerified: true } })
          },
        },
      },
      session: {
        create: {
          async before(session, context) {
            await requireActive(reading(), session.userId)
            await held.requirePasskey(session.userId, context?.path)
            const ssoSessionId = attempts.current().sessionId
            return { data: { ...session, ...proofOf(context?.path), ssoSessionId } }
          },
          // Runs at each sign-in, for accounts created before channels existed.
          async after(session) {
            audit.created(session)
            const { userId } = session
            const { prisma } = services.database
            const user = await prisma.user.findUnique({ where: { id: userId } })
            if (user !== null) await giveFirstChannel(prisma, vault, user)
          },
        },
        delete: {
          async after(session) {
            audit.deleted(session)
            const { userId } = session
            await bus.publish([{ topic: "access.changed", payload: { projectId: null, userId } }])
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (hook) => {
        const { path, body } = hook
        checkText(path, body)
        checkPasskeyBody(path, body)
        checkSamlResponse(env, path, body, clock.now())
        requireOwnReturn(ownOrigins, env.BASE_URL, body, hook.query)
        requireSso(env, path, body)
        await signIn.before(hook)
        await factors.before(hook)
        const link = resetLink.safeParse({ ...hook.query, ...hook.body })
        if (path === "/reset-password" && link.success) {
          await claimResetLink(services.database, link.data.token, clock.now())
        }
        if (path === "/sign-up/email") {
          const { prisma } = services.database
          await checkSignUp(prisma, env.SIGN_UP, readApplicant(body), clock.now(), "no lock")
        }
        if (path === "/sign-up/email" || path === "/update-user") {
          return { context: { body: { ...body, ...readProfile(body) } } }
        }
        // Signs out every other session, which somebody with the old password may hold.
        if (path === "/change-password") {
          return { context: { body: { ...body, revokeOtherSessions: true } } }
        }
        return undefined
      }),
      after: createAuthMiddleware(async (hook) => {
        await signIn.after(hook)
        const isConfirmed = await factors.after(hook)
        const { path, context } = hook
        const { session } = context
        audit.handled({
          path,
          isConfirmed,
          failure: await failureOf(services, hook),
          ...(session && !isAPIError(context.returned)
            ? { userId: session.user.id, sessionId: session.session.id }
            : {}),
        })
        if (path === "/change-password" && context.session && !isAPIError(context.returned)) {
          await passwordChanged(services, context.session.user)
        }
      }),
    },
    disabledPaths: mail.canSend ? disabledPaths : [...disabledPaths, ...mailPaths],
    onAPIError: {
      // Refusals are the caller's concern; everything else is an internal error.
      onError(error) {
        faults.note(error)
        if (error instanceof APIError || isUnavailable(error)) return
        services.log.error({ err: error }, "sign-in failed")
      },
    },
    telemetry: { enabled: false },
    experimental: { instrumentation: { enabled: false } },
    logger: { level: "warn", log: writeTo(services.log) },
  })

  const sessions = createSessionFinder(services, (headers) =>
    faults.reportOutage(
      () => auth.api.getSession({ headers, query: { disableRefresh: true } }),
      (session) => session === null,
    ),
  )

  return {
    sendsMail: mail.canSend,
    async handler(request, remoteAddress) {
      const headers = new Headers(request.headers)
      headers.delete(peerHeader)
      if (remoteAddress !== undefined) headers.set(peerHeader, remoteAddress)
      const caller = { address: remoteAddress, program: request.headers.get("user-agent") }
      const response = await attempts.run(async () => {
        const answer = await faults.reportOutage(
          () =>
            audit.run(
              () => factors.run(() => auth.handler(new Request(request, { headers }))),
              caller,
            ),
          ({ ok }) => !ok,
        )
        return refuseSignOn(request, answer, caller)
      })
      if (request.method !== "GET") sessions.forget()
      // better-auth sets its own header instead of Retry-After.
      const wait = response.headers.get("x-retry-after")
      if (wait !== null) response.headers.set("retry-after", wait)
      return response
    },
    readSession: (headers) => sessions.find(headers),
  }
}

/** Endpoints that need another provider, or that Watchkeeper implements itself. */
const disabledPaths = [
  "/sign-in/social",
  "/link-social",
  "/unlink-account",
  "/account-info",
  "/get-access-token",
  "/refresh-token",
  "/update-session",
  "/change-email",
  "/delete-user",
  "/two-factor/send-otp",
  "/two-factor/verify-otp",
  // Shows the secret again.
  "/two-factor/get-totp-uri",
  ...unusedSsoPaths,
]

/** Of requests that start or end a sign-in by OpenID Connect, in which we call the identity provider. */
const ssoPath = /^\/api\/auth\/(?:sign-in\/sso$|sso\/callback\/)/

const resetLink = z.object({ token: z.string() })

/** PostgreSQL stores neither NUL nor unpaired surrogates; refusing them avoids an internal error. */
function checkText(path: string, body: unknown): void {
  // Base64 of an assertion, whose length the plugin limits.
  if (path.startsWith("/sso/saml2/")) return
  if (path.startsWith(scimPath)) {
    checkScimText(body)
    return
  }
  const all = z.record(z.string(), z.unknown()).catch({}).parse(body)
  for (const [field, value] of Object.entries(all)) {
    if (typeof value !== "string" || text(10_000).safeParse(value).success) continue
    const message = `${field} must be a string of at most 10,000 characters without NUL or unpaired surrogates.`
    throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message })
  }
}

const writeTo =
  (log: Log) =>
  (level: "debug" | "info" | "warn" | "error", message: string, ...details: unknown[]): void => {
    const err = details.find((detail) => detail instanceof Error)
    // Logged once, by the route that handles the request.
    if (isUnavailable(err)) return
    log[level === "error" && err === undefined ? "warn" : level]({ err }, `sign-in: ${message}`)
  }
