import type { Prisma } from "../../platform/postgres.ts"

export type SessionRow = { id: string; userId: string; createdAt: Date }

/** A failed attempt to sign in to an account. */
export type AccountFailure = {
  userId: string
  action: "account.sign_in_failed" | "account.second_factor_failed"
  method: string
}

/** What one request to sign-in did. */
export type AccountRequest = {
  path: string
  /** Whether it proved a second factor in a session that was open. */
  isConfirmed: boolean
  /** Whose account the request was about, with the session that it had. */
  userId: string | null
  sessionId: string | null
  created: SessionRow[]
  deleted: SessionRow[]
  failure: AccountFailure | null
}

export type AccountEntry = {
  userId: string
  action: string
  isFailure: boolean
  changes: Prisma.InputJsonObject
}

/** By the start of the path. */
const methods: [string, string][] = [
  ["/sign-in/email", "password"],
  ["/sign-up/email", "new account"],
  ["/passkey/", "passkey"],
  ["/two-factor/verify-totp", "password and one-time code"],
  ["/two-factor/verify-backup-code", "password and backup code"],
  ["/sso/", "single sign-on"],
]

/** Changes of an account, by the path that makes them. */
const accountActions: Record<string, string> = {
  "/change-password": "account.password_changed",
  "/reset-password": "account.password_reset",
  "/update-user": "account.profile_updated",
  "/two-factor/disable": "account.two_factor_disabled",
  "/two-factor/verify-totp": "account.two_factor_enabled",
  "/two-factor/generate-backup-codes": "account.backup_codes_created",
  "/passkey/verify-registration": "account.passkey_added",
  "/passkey/update-passkey": "account.passkey_renamed",
  "/passkey/delete-passkey": "account.passkey_deleted",
}

export const methodOf = (path: string): string =>
  methods.find(([start]) => path.startsWith(start))?.[1] ?? "other"

/** What the audit log says about a request. */
export function accountEntries(request: AccountRequest): AccountEntry[] {
  const { path, isConfirmed, userId, sessionId, created, deleted, failure } = request
  if (failure !== null) {
    const { action, method } = failure
    return [{ userId: failure.userId, action, isFailure: true, changes: { method } }]
  }
  // One that was made and deleted at once awaits a second factor.
  const gone = new Set(deleted.map(({ id }) => id))
  const begun = created.filter(({ id }) => !gone.has(id))
  const made = new Set(created.map(({ id }) => id))
  const replaced = begun.length > 0 ? sessionId : null
  const ended = deleted.filter(({ id }) => !made.has(id) && id !== replaced)
  return [
    ...(userId === null
      ? begun.map((session) => signedIn(path, session))
      : ofAccount(isConfirmed ? "account.second_factor_confirmed" : accountActions[path], userId)),
    ...ended.map((session) => sessionEnded(path, session)),
  ]
}

function ofAccount(action: string | undefined, userId: string): AccountEntry[] {
  return action === undefined ? [] : [{ userId, action, isFailure: false, changes: {} }]
}

const signedIn = (path: string, { userId }: SessionRow): AccountEntry => ({
  userId,
  action: "account.signed_in",
  isFailure: false,
  changes: { method: methodOf(path) },
})

const sessionEnded = (path: string, { userId, createdAt }: SessionRow): AccountEntry => ({
  userId,
  action: path === "/sign-out" ? "account.signed_out" : "account.session_ended",
  isFailure: false,
  changes: { startedAt: createdAt.toISOString() },
})
