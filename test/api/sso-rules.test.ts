import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { errors, generateKeyPair, SignJWT, type JWTPayload } from "jose"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { refusalOf } from "../../src/api/rules/sso-refusals.ts"
import { InvalidLogoutToken, NoKeys, readLogoutToken } from "../../src/api/sso/logout-token.ts"
import { refusePasskey, requireSso } from "../../src/api/sso/require-sso.ts"
import { createSsoDiscovery } from "../../src/api/sso/sso-discovery.ts"
import { readSsoProvider } from "../../src/api/sso/sso-provider.ts"
import { createLog } from "../../src/platform/log.ts"
import { testEnv } from "../support/world.ts"

const log = createLog("silent", "test")
const client = {
  issuer: "https://id.acme.test",
  clientId: "watchkeeper",
  clientSecret: "a client secret",
}
const env = { ...testEnv, SSO_OIDC_URL: client, SSO_NAME: "Acme ID", SSO_DOMAINS: ["acme.test"] }

const said = (code: string, description: string | null = null) =>
  refusalOf({ code, description }, "Acme ID")

test("a refusal says what to do: the provider's own words for some, a general advice for unknown ones", () => {
  expect(said("SSO_DOMAIN")).toMatchObject({
    code: "sso_domain",
    message: "Your address at Acme ID is not accepted here.",
  })
  expect(said("SSO_DOMAIN", "Only acme.test.").message).toBe("Only acme.test.")
  expect(said("access_denied", "<b>").message).toMatch(/^The sign-in was canceled/)
  expect(said("BAD_SAML_SIGNATURE").message).toMatch(/could not be verified/)
  expect(said("teapot", "Call 555.")).toEqual({
    code: "teapot",
    message: "The sign-in at Acme ID failed.",
    advice: expect.stringContaining("the code below"),
  })
})

test("with SSO_ONLY, addresses of the provider's domains use neither a password nor a passkey", () => {
  const strict = { ...env, SSO_ONLY: true }
  const inside = { email: "Ada@acme.test" }
  const outside = { email: "ada@other.test" }
  expect(() => requireSso(strict, "/sign-in/email", inside)).toThrow("not with a password")
  expect(() => refusePasskey(strict, inside.email)).toThrow("not with a passkey")
  for (const [settings, path, body] of [
    [env, "/sign-in/email", inside],
    [strict, "/change-email", inside],
    [strict, "/sign-in/email", outside],
    [strict, "/sign-in/email", {}],
  ] as const) {
    expect(() => requireSso(settings, path, body)).not.toThrow()
  }
  expect(() => refusePasskey(env, inside.email)).not.toThrow()
  expect(() => refusePasskey(strict, outside.email)).not.toThrow()
})

const scopes = (groups: typeof env.SSO_GROUPS) =>
  readSsoProvider({ ...env, SSO_GROUPS: groups }).oidcConfig?.scopes

test("the provider follows from the settings, and is asked for groups where they give roles", () => {
  expect(scopes([])).toEqual(["openid", "email", "profile"])
  expect(scopes([{ group: "ops", projectId: "p", role: "viewer" }])).toContain("groups")
  const saml = { ...testEnv, SSO_SAML_METADATA: "/nowhere.xml" }
  expect(() => readSsoProvider(saml)).toThrow("SSO_SAML_METADATA must be the path")
})

afterEach(() => void vi.useRealTimers())

/** An identity provider that answers with this document. */
async function serve(given: { status?: number; document: object }) {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(req.url ?? "")
    res.writeHead(given.status ?? 200).end(JSON.stringify(given.document))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { issuer, asked, settings: { ...testEnv, SSO_OIDC_URL: { ...client, issuer } } }
}

test("the discovery document is read once in ten minutes, and again when it could not be read", async () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  const given = { status: 200, document: { jwks_uri: "https://keys.test/1" } as object }
  const { settings, asked, issuer } = await serve(given)
  const discovery = createSsoDiscovery(settings, log)
  const first = await discovery.keys()
  expect(first).toEqual(expect.any(Function))
  const endpoints = { token_endpoint: "https://t.test/a", userinfo_endpoint: "https://t.test/b" }
  given.document = { ...endpoints, jwks_uri: "https://keys.test/2" }
  vi.advanceTimersByTime(10 * 60_000)
  expect(await discovery.keys()).toBe(first)
  expect(asked).toEqual(["/.well-known/openid-configuration"])
  vi.advanceTimersByTime(1)
  expect(await discovery.origins()).toEqual([issuer, "https://t.test", "https://keys.test"])
  expect(await discovery.keys()).not.toBe(first)
  expect(asked).toHaveLength(2)
  vi.advanceTimersByTime(10 * 60_000 + 1)
  given.status = 500
  expect(await discovery.origins()).toEqual([issuer])
  expect(await discovery.keys()).toBeNull()
  expect(asked).toHaveLength(4)
  given.status = 200
  expect(await discovery.keys()).not.toBeNull()
})

test("without a provider nothing is asked, and one without keys has none", async () => {
  const none = createSsoDiscovery(testEnv, log)
  expect([await none.origins(), await none.keys()]).toEqual([[], null])
  const { settings, issuer } = await serve({ document: {} })
  const bare = createSsoDiscovery(settings, log)
  expect([await bare.origins(), await bare.keys()]).toEqual([[issuer], null])
})

const now = new Date("2026-11-29T12:00:00Z")
const { privateKey, publicKey } = await generateKeyPair("RS256")
const event = { events: { "http://schemas.openid.net/event/backchannel-logout": {} } }

/** What a logout token with these claims is read as, or why not. */
async function read(claims: JWTPayload, keys: unknown = async () => publicKey): Promise<unknown> {
  const token = await new SignJWT({ jti: "1", ...claims })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(client.issuer)
    .setAudience(client.clientId)
    .setIssuedAt(now)
    .sign(privateKey)
  const discovery = { keys: async () => keys } as ReturnType<typeof createSsoDiscovery>
  return readLogoutToken(env, discovery, token, now).catch((error: unknown) => error)
}

test("a logout token names a person, a session of the provider, or both", async () => {
  const taken = { jti: "1", expiresAt: new Date("2026-11-29T12:11:00Z") }
  expect(await read({ sub: "ada", ...event })).toEqual({
    subject: "ada",
    sessionId: null,
    ...taken,
  })
  expect(await read({ sid: "s", ...event })).toEqual({ subject: null, sessionId: "s", ...taken })
  expect(await read(event)).toEqual(new InvalidLogoutToken("sub or sid is required."))
  expect(await read({ sub: "ada", ...event, nonce: "n" })).toEqual(
    new InvalidLogoutToken("nonce: is not allowed"),
  )
})

const failing = (error: Error) => async () => {
  throw error
}

test("faults of a token, of the provider's keys and of our own are different errors", async () => {
  const claims = { sub: "ada", ...event }
  const other = await generateKeyPair("RS256")
  expect(await read(claims, async () => other.publicKey)).toBeInstanceOf(InvalidLogoutToken)
  expect(await read(claims, null)).toBeInstanceOf(NoKeys)
  expect(await read(claims, failing(new errors.JWKSTimeout()))).toBeInstanceOf(NoKeys)
  const fault = new Error("out of memory")
  expect(await read(claims, failing(fault))).toBe(fault)
})
