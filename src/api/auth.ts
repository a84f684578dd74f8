import { AsyncLocalStorage } from "node:async_hooks"
import { betterAuth } from "better-auth"
import { prismaAdapter } from "better-auth/adapters/prisma"
import { APIError, createAuthMiddleware } from "better-auth/api"
import { twoFactor } from "better-auth/plugins"
import { z } from "zod"
import { giveFirstChannel } from "../graphql/channel/own-address.ts"
import { name, text } from "../graphql/input.ts"
import { newId } from "../id.ts"
import type { Log } from "../log.ts"
import type { Prisma } from "../postgres.ts"
import type { Services } from "../services.ts"
import { accountMail, mailPaths } from "./account-mail.ts"
import { checkSignUp } from "./sign-up.ts"
import type { Applicant } from "./sign-up.ts"

type SignedIn = {
  session: { id: string; expiresAt: Date }
  user: { id: string; name: string; email: string }
}

export type Auth = {
  /** Whether a forgotten password can be replaced and an address be confirmed. */
  sendsMail: boolean
  /** Answers everything under /api/auth/; `remoteAddress` is what sign-ins are counted by. */
  handler(request: Request, remoteAddress?: string): Promise<Response>
  /** Reads the session cookie without prolonging it; only GET /api/auth/get-session does that. */
  readSession(headers: Headers): Promise<SignedIn | null>
}

const daySeconds = 24 * 60 * 60
/** Set by us from the socket on every request, so a client's own value never counts. */
const peerHeader = "x-watchkeeper-peer"

/** People sign in with e-mail, password and, if they like, a one-time code; kept by better-auth. */
export function createAuth(services: Services): Auth {
  const { env, bus, clock, vault } = services
  const { client, transaction } = clientFor(services)
  const mail = accountMail(services, peerHeader)

  const auth = betterAuth({
    appName: "Watchkeeper",
    baseURL: env.BASE_URL,
    basePath: "/api/auth",
    secret: vault.derive("sign-in"),
    trustedOrigins: [new URL(env.BASE_URL).origin, ...env.ALLOWED_ORIGINS],
    database: prismaAdapter(client, { provider: "postgresql", transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      ...(mail.canSend ? mail.password : {}),
    },
    ...(mail.canSend ? { emailVerification: mail.confirmation } : {}),
    session: { expiresIn: 30 * daySeconds, updateAge: daySeconds },
    plugins: [twoFactor({ issuer: "Watchkeeper" })],
    rateLimit: {
      enabled: true,
      storage: "memory",
      customRules: {
        "/sign-in/email": { window: 60, max: 20 },
        "/sign-up/email": { window: 60, max: 20 },
        "/two-factor/*": { window: 60, max: 20 },
        "/request-password-reset": { window: 60, max: 5 },
        "/send-verification-email": { window: 60, max: 5 },
        "/reset-password": { window: 60, max: 20 },
      },
    },
    advanced: {
      cookiePrefix: "watchkeeper",
      useSecureCookies: env.BASE_URL.startsWith("https:"),
      // Named outright: the library drops both checks where NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [peerHeader] },
      database: { generateId: () => newId() },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user, context) {
            const applicant = { ...readApplicant(context?.body), email: user.email }
            await checkSignUp(transaction(), env.SIGN_UP, applicant, clock.now(), "lock")
          },
        },
      },
      session: {
        create: {
          // At each sign-in, for accounts that are older than channels.
          async after({ userId }) {
            const { prisma } = services.database
            const user = await prisma.user.findUnique({ where: { id: userId } })
            if (user !== null) await giveFirstChannel(prisma, vault, user)
          },
        },
        delete: {
          async after({ userId }) {
            await bus.publish([{ topic: "access.changed", payload: { projectId: null, userId } }])
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        checkText(body)
        if (path === "/sign-up/email") {
          const { prisma } = services.database
          await checkSignUp(prisma, env.SIGN_UP, readApplicant(body), clock.now(), "no lock")
        }
        if (path === "/sign-up/email" || path === "/update-user") {
          return { context: { body: { ...body, ...readProfile(body) } } }
        }
        // Whoever knew the old password is signed out everywhere.
        if (path === "/change-password") {
          return { context: { body: { ...body, revokeOtherSessions: true } } }
        }
        return undefined
      }),
    },
    disabledPaths: mail.canSend ? disabledPaths : [...disabledPaths, ...mailPaths],
    onAPIError: {
      // A refusal is its caller's affair; what is left is a fault of ours.
      onError(error) {
        if (!(error instanceof APIError)) services.log.error({ err: error }, "sign-in failed")
      },
    },
    telemetry: { enabled: false },
    experimental: { instrumentation: { enabled: false } },
    logger: { level: "warn", log: writeTo(services.log) },
  })

  return {
    sendsMail: mail.canSend,
    handler(request, remoteAddress) {
      const headers = new Headers(request.headers)
      headers.delete(peerHeader)
      if (remoteAddress !== undefined) headers.set(peerHeader, remoteAddress)
      return auth.handler(new Request(request, { headers }))
    },
    readSession: (headers) => auth.api.getSession({ headers, query: { disableRefresh: true } }),
  }
}

/** What needs another provider, and what is done in a way of our own. */
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
]

/** The tables of sign-in, and the transaction that the library has open at this moment. */
function clientFor({ database: { prisma } }: Services) {
  const running = new AsyncLocalStorage<Prisma.TransactionClient>()
  const { user, session, account, verification, twoFactor } = prisma
  return {
    client: {
      user,
      session,
      account,
      verification,
      twoFactor,
      $transaction: <T>(work: (tx: Prisma.TransactionClient) => Promise<T>) =>
        prisma.$transaction((tx) => running.run(tx, () => work(tx)), {
          timeout: 30_000,
          maxWait: 10_000,
        }),
    },
    transaction() {
      const tx = running.getStore()
      if (tx === undefined) throw new Error("an account is only ever made in a transaction")
      return tx
    },
  }
}

const applicant = z.object({
  email: z.string().catch(""),
  invitation: z.string().max(100).nullable().catch(null),
})
const readApplicant = (body: unknown): Applicant =>
  applicant.catch({ email: "", invitation: null }).parse(body)

const profile = z.object({ name: name.optional(), image: text(2048).nullish() })

function readProfile(body: unknown): z.output<typeof profile> {
  const { data, error } = profile.safeParse(body)
  if (data !== undefined) return data
  const [issue = { path: [], message: "is not valid" }] = error.issues
  const message = `${issue.path.join(".") || "The body"} ${issue.message}.`
  throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message })
}

/** PostgreSQL can hold neither a NUL nor half a surrogate pair; better refused than a fault of ours. */
function checkText(body: unknown): void {
  const all = z.record(z.string(), z.unknown()).catch({}).parse(body)
  for (const [field, value] of Object.entries(all)) {
    if (typeof value !== "string" || text(10_000).safeParse(value).success) continue
    const message = `${field} must be text of at most 10,000 characters without NUL or half a surrogate pair.`
    throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message })
  }
}

const writeTo =
  (log: Log) =>
  (level: "debug" | "info" | "warn" | "error", message: string, ...details: unknown[]): void => {
    const err = details.find((detail) => detail instanceof Error)
    log[level === "error" && err === undefined ? "warn" : level]({ err }, `sign-in: ${message}`)
  }
