import { APIError } from "better-auth/api"
import { z } from "zod"
import type { Env } from "../../platform/env.ts"
import { readAddress } from "../rules/provider-claims.ts"

/** Endpoints that manage providers, which are set by settings here, and a callback that nothing uses. */
export const unusedSsoPaths = [
  "/sso/providers",
  "/sso/get-provider",
  "/sso/update-provider",
  "/sso/delete-provider",
  "/sso/register",
  "/sso/callback",
]

/** Whether the address is of a domain that the identity provider vouches for. */
export const isVouchedFor = ({ SSO_DOMAINS }: Env, email: string): boolean =>
  SSO_DOMAINS.includes(readAddress(email)?.split("@")[1] ?? "")

const address = z.object({ email: z.string() })
const withPassword = ["/sign-in/email", "/sign-up/email", "/request-password-reset"]

/** @throws {APIError} 403 for a password where SSO_ONLY asks for single sign-on. */
export function requireSso(env: Env, path: string, body: unknown): void {
  if (!env.SSO_ONLY || !withPassword.includes(path)) return
  const { data } = address.safeParse(body)
  if (data !== undefined && isVouchedFor(env, data.email)) throw ssoRequired(env, "password")
}

/** @throws {APIError} 403 for a passkey where SSO_ONLY asks for single sign-on. */
export function refusePasskey(env: Env, email: string): void {
  if (env.SSO_ONLY && isVouchedFor(env, email)) throw ssoRequired(env, "passkey")
}

const ssoRequired = ({ SSO_NAME }: Env, means: string) =>
  new APIError("FORBIDDEN", {
    code: "SSO_REQUIRED",
    message: `This address signs in with ${SSO_NAME}, not with a ${means}.`,
  })
