import { APIError } from "better-auth/api"
import { z } from "zod"

const fields = ["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"] as const
const sent = z.record(z.string(), z.unknown()).catch({})

/**
 * Lets people return to our own pages alone: better-auth trusts the origins of the identity provider, which it calls,
 * as returns too.
 *
 * @throws {APIError} 403
 */
export function requireOwnReturn(ownOrigins: string[], base: string, ...parts: unknown[]): void {
  for (const part of parts) {
    const given = sent.parse(part)
    for (const field of fields) {
      const value = given[field]
      if (typeof value !== "string" || value === "") continue
      const origin = URL.parse(value, base)?.origin ?? ""
      if (ownOrigins.includes(origin)) continue
      const message = `${field} must be a page of this installation.`
      throw new APIError("FORBIDDEN", { code: "INVALID_CALLBACK_URL", message })
    }
  }
}
