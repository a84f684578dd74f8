import type { Server } from "node:http"
import { once } from "node:events"
import { Provider } from "oidc-provider"

export type Claims = { email: string; email_verified?: boolean; name: string; groups?: string[] }

/** A real OpenID provider, whose people sign in by their e-mail address. Their claims can be changed at any time. */
export async function startOidc(port: number, redirectUri: string) {
  const people = new Map<string, Claims>()
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, {
    clients: [
      { client_id: "watchkeeper", client_secret: "a client secret", redirect_uris: [redirectUri] },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "email", "profile", "groups"],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ["test"] },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_ctx, id) => {
      const claims = people.get(id)
      if (claims === undefined) return undefined
      return { accountId: id, claims: () => ({ sub: id, ...claims }) }
    },
  })
  const server: Server = provider.listen(port, "localhost")
  await once(server, "listening")
  return {
    issuer,
    people,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
