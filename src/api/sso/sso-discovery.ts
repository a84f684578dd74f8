import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose"
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
type Discovery = z.output<typeof discovery>

export type SsoDiscovery = ReturnType<typeof createSsoDiscovery>

/**
 * The discovery document of the identity provider (OpenID Connect Discovery 1.0, section 4). Read when it is first
 * needed, and again after ten minutes.
 */
export function createSsoDiscovery(env: Env, log: Log) {
  let known: { issuer: string; untilMs: number; document: Promise<Discovery | null> } | null = null
  let keys: { url: string; get: JWTVerifyGetKey } | null = null

  async function read(issuer: string): Promise<Discovery | null> {
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
      if (!response.ok) throw new Error(`it answered ${response.status}`)
      return discovery.parse(await response.json())
    } catch (err) {
      known = null
      log.warn({ err, issuer }, "the identity provider's discovery document cannot be read")
      return null
    }
  }

  function document(issuer: string): Promise<Discovery | null> {
    if (known?.issuer !== issuer || known.untilMs < performance.now()) {
      known = { issuer, untilMs: performance.now() + trustMs, document: read(issuer) }
    }
    return known.document
  }

  return {
    /** The origins of its endpoints: Google's have four. */
    async origins(): Promise<string[]> {
      const issuer = env.SSO_OIDC_URL?.issuer
      if (issuer === undefined) return []
      const urls = Object.values((await document(issuer)) ?? {})
      return [issuer, ...urls.filter((one) => one !== undefined)]
        .map((one) => new URL(one).origin)
        .filter((one, at, all) => all.indexOf(one) === at)
    },
    /** What it signs with; null while it does not say. */
    async keys(): Promise<JWTVerifyGetKey | null> {
      const issuer = env.SSO_OIDC_URL?.issuer
      const url = issuer === undefined ? undefined : (await document(issuer))?.jwks_uri
      if (url === undefined) return null
      if (keys?.url !== url) keys = { url, get: createRemoteJWKSet(new URL(url)) }
      return keys.get
    },
  }
}
