import { randomBytes } from "node:crypto"
import type { OAuthTokenKind } from "../../../../prisma/generated/enums.ts"
import { newId } from "../../../platform/id.ts"
import { sha256 } from "../../../platform/secret.ts"

const prefixes: Record<OAuthTokenKind, string> = {
  code: "watchkeeper_code_",
  access: "watchkeeper_oauth_",
  refresh: "watchkeeper_refresh_",
}

const secondsOf: Record<OAuthTokenKind, number> = {
  code: 60,
  access: 60 * 60,
  refresh: 30 * 24 * 60 * 60,
}
export const accessSeconds = secondsOf.access

export const isAccessToken = (token: string): boolean => token.startsWith(prefixes.access)

/** A new code or token, and the row that is stored of it. */
export function newOAuthToken(kind: OAuthTokenKind, grantId: string, now: Date) {
  const token = `${prefixes[kind]}${randomBytes(32).toString("base64url")}`
  const expiresAt = new Date(now.getTime() + secondsOf[kind] * 1000)
  return { token, row: { id: newId(), grantId, kind, hash: sha256(token), expiresAt } }
}
