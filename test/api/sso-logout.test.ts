import { randomUUID } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
// Also gives the SAML library its validator, as at the start of the server.
import "@better-auth/sso"
import { generateKeyPair, SignJWT } from "jose"
import { afterAll, expect, test } from "vitest"
import { backchannelLogout } from "../../src/api/sso/backchannel-logout.ts"
import { samlLogout } from "../../src/api/sso/saml-logout.ts"
import type { SsoDiscovery } from "../../src/api/sso/sso-discovery.ts"
import { serviceMetadata } from "../../src/api/sso/sso-provider.ts"
import type { Exchange } from "../../src/http/exchange.ts"
import { Refusal } from "../../src/http/refusal.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { newId } from "../../src/platform/id.ts"
import { freePort } from "../support/port.ts"
import { startSaml } from "../support/saml.ts"
import { testEnv, useWorld } from "../support/world.ts"

const world = useWorld({ ...testEnv, BASE_URL: "http://watch.test", SSO_NAME: "Acme ID" })
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-saml-"))
const identity = await startSaml(await freePort(), async () => serviceMetadata(world.services.env))
const [metadata, withoutLogout] = [join(folder, "idp.xml"), join(folder, "bare.xml")]
await writeFile(metadata, identity.metadata)
await writeFile(withoutLogout, identity.metadata.replace(/<(\w+:)?SingleLogoutService[^>]*>/, ""))
afterAll(async () => {
  await identity.stop()
  await rm(folder, { recursive: true })
})
const client = { issuer: "https://id.test", clientId: "watchkeeper", clientSecret: "secret" }
const saml = { SSO_SAML_METADATA: metadata }
const oidc = { SSO_OIDC_URL: client }
const servicesOf = (settings: object, now = new Date()) => ({
  ...world.services,
  env: { ...world.services.env, ...settings },
  clock: { ...systemClock, now: () => now },
})

/** A person with a session that the provider made; how many they have is what it returns. */
async function signedIn() {
  const { prisma } = world.services.database
  const [userId, email] = [newId(), `${randomUUID()}@acme.test`]
  const expiresAt = new Date(Date.now() + 3_600_000)
  await prisma.user.create({ data: { id: userId, name: "Radia", email } })
  const account = { id: newId(), userId, providerId: "sso", accountId: email }
  await prisma.account.create({ data: account })
  const session = { id: newId(), token: newId(), userId, expiresAt, signInMethod: "sso" }
  await prisma.session.create({ data: session })
  return { email, sessions: () => prisma.session.count({ where: { userId } }) }
}

/** Follows where the provider leads the browser; resolves with where that leads. */
async function open(url: string, settings: object = saml, now = new Date()): Promise<string> {
  const answered = { location: "" }
  const res = {
    writeHead: (_status: number, headers: object) => Object.assign(answered, headers),
    end: () => undefined,
  }
  const { pathname, search } = new URL(url)
  const exchange = { req: { url: pathname + search }, res } as unknown as Exchange
  await samlLogout(servicesOf(settings, now)).handle(exchange)
  return answered.location
}

test("SAML: a logout ends the sessions once, and leads back to the provider if it has a place for that", async () => {
  const { email, sessions } = await signedIn()
  const url = await identity.logoutUrl(email)
  expect(await open(url)).toMatch(/\/signed-out\?SAMLResponse=/)
  expect(await sessions()).toBe(0)
  await expect(open(url)).rejects.toThrow("It was used before.")
  const bare = { SSO_SAML_METADATA: withoutLogout }
  expect(await open(await identity.logoutUrl(email), bare)).toBe("/sign-in")
  await expect(open(url, oidc)).rejects.toThrow("There is nothing at this URL.")
})

const at = (time: string) => (xml: string) =>
  xml.replace(/IssueInstant="[^"]*"/, `IssueInstant="${time}"`)
const now = new Date("2026-11-29T12:00:00.000Z")

test("SAML: a request of another issuer, to another destination or of another time ends nothing", async () => {
  const { email, sessions } = await signedIn()
  const refused: [(xml: string) => string, RegExp][] = [
    [(xml) => xml.replace(/(<saml:Issuer>)[^<]*/, "$1https://other.test"), /Its issuer is https/],
    [(xml) => xml.replace(/Destination="[^"]*"/, 'Destination="x"'), /Its destination is x/],
    [at("2026-11-29T11:49:59.999Z"), /It was issued at 2026/],
    [at("2026-11-29T12:01:00.001Z"), /It was issued at 2026/],
  ]
  for (const [change, words] of refused) {
    const url = await identity.logoutUrl(email, {
      change: (xml) => change(at(now.toISOString())(xml)),
    })
    await expect(open(url, saml, now)).rejects.toThrow(words)
  }
  await expect(open(await identity.logoutUrl(email, { isForged: true }))).rejects.toThrow(
    "Its signature could not be verified.",
  )
  expect(await sessions()).toBe(1)
  const taken = [
    (xml: string) => at(now.toISOString())(xml).replace(/Destination="[^"]*"/, ""),
    at("2026-11-29T11:50:00.000Z"),
    at("2026-11-29T12:01:00.000Z"),
  ]
  for (const change of taken) {
    expect(await open(await identity.logoutUrl(email, { change }), saml, now)).toContain("/signed")
  }
  expect(await sessions()).toBe(0)
})

test("SAML: what is missing is named, and a fault of ours is not a wrong request", async () => {
  const place = "http://watch.test/api/auth/sso/saml2/sp/slo/sso"
  const missing: unknown = await open(`${place}?SAMLRequest`).catch((error: unknown) => error)
  expect(missing).toBeInstanceOf(Refusal)
  expect(String(missing)).toMatch(/refused\. ✖/)
  const route = samlLogout({
    ...servicesOf(saml),
    clock: {
      ...systemClock,
      now: () => {
        throw new Error("no clock")
      },
    },
  })
  const url = (await identity.logoutUrl("ada@acme.test")).replace("http://watch.test", "")
  const exchange = { req: { url }, res: {} } as unknown as Exchange
  const fault: unknown = await route.handle(exchange).catch((error: unknown) => error)
  expect(fault).toEqual(new Error("no clock"))
  expect(fault).not.toBeInstanceOf(Refusal)
})

const { privateKey, publicKey } = await generateKeyPair("RS256")
const events = { "http://schemas.openid.net/event/backchannel-logout": {} }
const sign = (claims: object) =>
  new SignJWT({ jti: randomUUID(), events, ...claims })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(client.issuer)
    .setAudience(client.clientId)
    .setIssuedAt()
    .sign(privateKey)
const discovery = { keys: async () => async () => publicKey } as unknown as SsoDiscovery

/** What the provider hears when it reports a logout. */
async function report(body: Record<string, string>, found = discovery, settings: object = oidc) {
  const answered = { status: 200, text: "" }
  const res = {
    setHeader: () => undefined,
    writeHead: (status: number) => Object.assign(answered, { status }),
    end: (text = "") => Object.assign(answered, { text }),
  }
  const sent = Readable.from([Buffer.from(String(new URLSearchParams(body)))])
  const req = Object.assign(sent, { method: "POST", url: "/", headers: {} })
  const exchange = { req, res } as unknown as Exchange
  await backchannelLogout(servicesOf(settings), found).handle(exchange)
  const { status, text } = answered
  return { status, said: text === "" ? null : JSON.parse(text).error_description }
}

test("OpenID Connect: a logout token ends the sessions of its person, and is taken once", async () => {
  const { email, sessions } = await signedIn()
  const logout_token = await sign({ sub: email })
  expect(await report({})).toEqual({ status: 400, said: "logout_token is required." })
  expect(await report({ logout_token: "x" })).toEqual({ status: 400, said: "Invalid Compact JWS" })
  const unread = { keys: async () => null } as unknown as SsoDiscovery
  expect(await report({ logout_token }, unread)).toEqual({
    status: 400,
    said: "The provider's keys cannot be read.",
  })
  const broken = { keys: () => Promise.reject(new Error("no memory")) } as unknown as SsoDiscovery
  await expect(report({ logout_token }, broken)).rejects.toThrow("no memory")
  await expect(report({ logout_token }, discovery, saml)).rejects.toThrow("There is nothing")
  expect(await sessions()).toBe(1)
  expect(await report({ logout_token })).toEqual({ status: 200, said: null })
  expect(await sessions()).toBe(0)
  expect(await report({ logout_token })).toEqual({
    status: 400,
    said: "The logout token was used before.",
  })
})
