import { errors, jwtVerify } from "jose"
import { z } from "zod"
import type { Env } from "../../platform/env.ts"
import type { SsoDiscovery } from "./sso-discovery.ts"

const event = "http://schemas.openid.net/event/backchannel-logout"
const oldestSeconds = 600
const skewSeconds = 60

/** The claims that section 2.4 asks for. `nonce` is prohibited, so that no ID token passes. */
const claims = z.object({
  sub: z.string().min(1).optional(),
  sid: z.string().min(1).optional(),
  jti: z.string().min(1),
  iat: z.number(),
  events: z.object({ [event]: z.looseObject({}) }),
  nonce: z.undefined({ error: "is not allowed" }).optional(),
})

export type Logout = {
  subject: string | null
  sessionId: string | null
  /** Identifies the token; it is taken once. */
  jti: string
  /** Until when the token would be taken again. */
  expiresAt: Date
}

/** The token is not one that the provider signed for this. */
export class InvalidLogoutToken extends Error {}

/** The provider's keys cannot be read now. */
export class NoKeys extends Error {}

/**
 * Verifies a logout token: OpenID Connect Back-Channel Logout 1.0, section 2.6, without its last step, which needs
 * the database.
 *
 * @throws {InvalidLogoutToken}
 */
export async function readLogoutToken(
  { SSO_OIDC_URL: client }: Env,
  discovery: SsoDiscovery,
  token: string,
  now: Date,
): Promise<Logout> {
  const keys = await discovery.keys()
  if (keys === null) throw new NoKeys("The provider's keys cannot be read.")
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: client?.issuer ?? "",
      audience: client?.clientId ?? "",
      clockTolerance: skewSeconds,
      // Also bounds tokens of drafts, which have no `exp`.
      maxTokenAge: oldestSeconds,
      currentDate: now,
    })
    const { sub, sid, jti, iat } = claims.parse(payload)
    if (sub === undefined && sid === undefined) {
      throw new InvalidLogoutToken("sub or sid is required.")
    }
    const expiresAt = new Date((iat + oldestSeconds + skewSeconds) * 1000)
    return { subject: sub ?? null, sessionId: sid ?? null, jti, expiresAt }
  } catch (error) {
    if (error instanceof errors.JWKSTimeout) throw new NoKeys(error.message, { cause: error })
    if (error instanceof errors.JOSEError) {
      throw new InvalidLogoutToken(error.message, { cause: error })
    }
    if (error instanceof z.ZodError) {
      const [issue] = error.issues
      const text = `${issue?.path.join(".")}: ${issue?.message}`
      throw new InvalidLogoutToken(text, { cause: error })
    }
    throw error
  }
}
