import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import type { createBrowser } from "./sign-in.ts"

type Browser = ReturnType<typeof createBrowser>
export type Claims = { sub: string; email: string; [name: string]: unknown }

/** An OpenID provider that signs people in without pages, so that tests need no browser. */
export async function startQuickOidc() {
  const { privateKey, publicKey } = await generateKeyPair("RS256")
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }
  const codes = new Map<string, { claims: Claims; nonce: string | null }>()
  const held = { issuer: "" }

  async function answerToken(body: string) {
    const code = new URLSearchParams(body).get("code") ?? ""
    const { claims, nonce } = codes.get(code) ?? { claims: { sub: "", email: "" }, nonce: null }
    const idToken = await new SignJWT({ ...claims, ...(nonce === null ? {} : { nonce }) })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(held.issuer)
      .setAudience("watchkeeper")
      .setIssuedAt()
      .setExpirationTime("2m")
      .sign(privateKey)
    return { access_token: code, id_token: idToken, token_type: "Bearer", expires_in: 60 }
  }
  const server = createServer((req, res) => {
    const { issuer } = held
    const path = new URL(req.url ?? "/", issuer).pathname
    const bearer = req.headers.authorization?.replace("Bearer ", "") ?? ""
    const answers: Record<string, () => unknown> = {
      "/.well-known/openid-configuration": () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      }),
      "/jwks": () => ({ keys: [jwk] }),
      "/token": async () => answerToken(await text(req)),
      "/me": () => codes.get(bearer)?.claims,
    }
    void Promise.resolve(answers[path]?.()).then((body) => {
      res.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" })
      res.end(JSON.stringify(body ?? {}))
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  held.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer: held.issuer,
    settings: {
      SSO_NAME: "Acme ID",
      SSO_OIDC_URL: {
        issuer: held.issuer,
        clientId: "watchkeeper",
        clientSecret: "a client secret",
      },
    },
    /**
     * Signs a person in, in this browser; resolves with the answer to the return from the provider.
     *
     * @param atProvider runs while the person is there.
     */
    async signIn(browser: Browser, claims: Claims, atProvider?: () => Promise<void>) {
      const started = await browser.send("/sign-in/sso", { providerId: "sso", callbackURL: "/" })
      const { searchParams } = new URL(started.body.url)
      await atProvider?.()
      const code = randomUUID()
      codes.set(code, { claims, nonce: searchParams.get("nonce") })
      const query = new URLSearchParams({ code, state: searchParams.get("state") ?? "" })
      return browser.send(`/sso/callback/sso?${query}`)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
