import { randomUUID } from "node:crypto"
import type { Server } from "node:http"
import { once } from "node:events"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { Provider } from "oidc-provider"

export type Claims = { email: string; email_verified?: boolean; name: string; groups?: string[] }

/** A real OpenID provider, whose people sign in by their e-mail address. Their claims can be changed at any time. */
export async function startOidc(port: number, redirectUri: string, logoutUri?: string) {
  const people = new Map<string, Claims>()
  const issuer = `http://localhost:${port}`
  const key = { ...(await generateKeyPair("RS256", { extractable: true })), kid: randomUUID() }
  const jwk = { ...(await exportJWK(key.privateKey)), kid: key.kid, alg: "RS256", use: "sig" }
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: "watchkeeper",
        client_secret: "a client secret",
        redirect_uris: [redirectUri],
        ...(logoutUri === undefined
          ? {}
          : { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "email", "profile", "groups"],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    cookies: { keys: ["test"] },
    // Its own refuses addresses such as localhost.
    fetch: (url, { method, headers, body, redirect } = {}) =>
      fetch(url, {
        method: method ?? "GET",
        headers: headers ?? {},
        body: body ?? null,
        redirect: redirect ?? "follow",
      }),
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
  const logouts: (string | null)[] = []
  provider.on("backchannel.success", () => logouts.push(null))
  provider.on("backchannel.error", (_ctx, error: Error & { response?: Response }) => {
    void (error.response?.text() ?? Promise.resolve("")).then((text) =>
      logouts.push(`${error.message} ${text}`),
    )
  })
  const server: Server = provider.listen(port, "localhost")
  await once(server, "listening")
  return {
    issuer,
    people,
    /** Its answers to its own reports of a logout: null, or what was wrong. */
    logouts,
    /** A logout token that it signs with its own key. */
    sign: (claims: Record<string, unknown>) =>
      new SignJWT({ iss: issuer, aud: "watchkeeper", jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: "RS256", typ: "logout+jwt", kid: key.kid })
        .setIssuedAt()
        .setExpirationTime("2m")
        .sign(key.privateKey),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
