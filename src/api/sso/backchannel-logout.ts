import { nothingHere, type Route } from "../../http/route.ts"
import { requestOf } from "../../http/read-request.ts"
import type { Services } from "../../platform/services.ts"
import { endSsoSessions } from "./end-sso-sessions.ts"
import { InvalidLogoutToken, NoKeys, readLogoutToken } from "./logout-token.ts"
import type { SsoDiscovery } from "./sso-discovery.ts"

const mostBytes = 64 * 1024

/** Where the identity provider reports that a person signed out there: OpenID Connect Back-Channel Logout 1.0. */
export function backchannelLogout(services: Services, discovery: SsoDiscovery): Route {
  const { env, log, clock } = services

  async function logOut(token: string): Promise<string | null> {
    try {
      const ended = await endSsoSessions(
        services,
        await readLogoutToken(env, discovery, token, clock.now()),
      )
      if (ended === null) return "The logout token was used before."
      log.info({ ended }, "sessions were ended by the identity provider")
      return null
    } catch (error) {
      if (!(error instanceof InvalidLogoutToken || error instanceof NoKeys)) throw error
      log.warn({ err: error }, "a logout of the identity provider was refused")
      return error.message
    }
  }

  return {
    path: "/api/auth/sso/backchannel-logout",
    methods: ["POST"],
    refusals: "problem",
    async handle({ req, res }) {
      if (env.SSO_OIDC_URL === undefined) throw nothingHere()
      const request = await requestOf(req, env.BASE_URL, mostBytes)
      const token = new URLSearchParams(await request.text()).get("logout_token")
      const refusal = token === null ? "logout_token is required." : await logOut(token)
      res.setHeader("cache-control", "no-store")
      if (refusal === null) {
        res.end()
        return
      }
      res.writeHead(400, { "content-type": "application/json" })
      res.end(JSON.stringify({ error: "invalid_request", error_description: refusal }))
    },
  }
}
