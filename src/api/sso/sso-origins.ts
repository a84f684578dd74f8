import { z } from "zod"
import type { Env } from "../../platform/env.ts"
import type { Log } from "../../platform/log.ts"

const trustMs = 10 * 60_000
const timeoutMs = 10_000

const endpoint = z.url().optional().catch(undefined)
const discovery = z.object({
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  userinfo_endpoint: endpoint,
  jwks_uri: endpoint,
  revocation_endpoint: endpoint,
  end_session_endpoint: endpoint,
  introspection_endpoint: endpoint,
})

/**
 * The origins of the identity provider, some of which are only in its discovery document (OpenID Connect
 * Discovery 1.0, section 4): Google's endpoints have four. Read at the first sign-in, and again after ten minutes.
 */
export function createSsoOrigins({ SSO_OIDC_ISSUER: issuer }: Env, log: Log) {
  let known: { untilMs: number; origins: Promise<string[]> } | null = null

  async function read(issuer: string): Promise<string[]> {
    const own = new URL(issuer).origin
    try {
      const response = await fetch(
        `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
        {
          signal: AbortSignal.timeout(timeoutMs),
        },
      )
      if (!response.ok) throw new Error(`it answered ${response.status}`)
      const urls = Object.values(discovery.parse(await response.json()))
      return [...new Set([own, ...urls.flatMap((one) => (one ? [new URL(one).origin] : []))])]
    } catch (err) {
      known = null
      log.warn({ err, issuer }, "the identity provider's discovery document cannot be read")
      return [own]
    }
  }

  return async (): Promise<string[]> => {
    if (issuer === undefined) return []
    if (known === null || known.untilMs < performance.now()) {
      known = { untilMs: performance.now() + trustMs, origins: read(issuer) }
    }
    return known.origins
  }
}
