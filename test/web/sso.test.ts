import { randomUUID } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Page } from "playwright-core"
import { apiEnv, useApi } from "../support/api.ts"
import { startOidc, type Claims } from "../support/oidc.ts"
import { startSaml } from "../support/saml.ts"
import { attachAuthenticator } from "./authenticator.ts"
import { expectAccessible, freePort, password, useBrowser } from "./browser.ts"

const browser = useBrowser()
const [port, oidcPort] = [await freePort(), await freePort()]
const base = `http://localhost:${port}`
const [shop, warehouse] = [randomUUID(), randomUUID()]
const api = useApi({
  ...apiEnv,
  PORT: port,
  BASE_URL: base,
  SSO_NAME: "Acme ID",
  SSO_OIDC_URL: {
    issuer: `http://localhost:${oidcPort}`,
    clientId: "watchkeeper",
    clientSecret: "a client secret",
  },
  SSO_DOMAINS: ["acme.test"],
  SSO_GROUPS: [
    { group: "engineers", projectId: shop, role: "viewer" },
    { group: "on-call", projectId: shop, role: "editor" },
    { group: "on-call", projectId: warehouse, role: "viewer" },
    { group: "engineers", projectId: randomUUID(), role: "owner" },
  ],
  SSO_ONLY: true,
  SCIM_TOKENS: ["t".repeat(32)],
})

const [samlSitePort, samlPort] = [await freePort(), await freePort()]
const samlBase = `http://localhost:${samlSitePort}`
const spMetadata = `${samlBase}/api/auth/sso/saml2/sp/metadata?providerId=sso`
const identity = await startSaml(samlPort, () => fetch(spMetadata).then((one) => one.text()))
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-saml-"))
await writeFile(join(folder, "idp.xml"), identity.metadata)
const samlSite = useApi({
  ...apiEnv,
  PORT: samlSitePort,
  BASE_URL: samlBase,
  SIGN_UP: "open",
  SSO_NAME: "Acme SAML",
  SSO_SAML_METADATA: join(folder, "idp.xml"),
  SSO_DOMAINS: ["acme.test"],
  SSO_GROUPS: [{ group: "engineers", projectId: shop, role: "viewer" }],
})
afterAll(async () => {
  await identity.stop()
  await rm(folder, { recursive: true })
})

const held = {} as { oidc: Awaited<ReturnType<typeof startOidc>> }

beforeAll(async () => {
  const auth = `${base}/api/auth/sso`
  held.oidc = await startOidc(oidcPort, `${auth}/callback/sso`, `${auth}/backchannel-logout`)
  await api.world.services.database.prisma.project.createMany({
    data: [
      { id: shop, name: "Shop", plan: "pro" },
      { id: warehouse, name: "Warehouse", plan: "pro" },
    ],
  })
})
afterAll(() => held.oidc.stop())
beforeAll(async () => {
  await samlSite.world.services.database.prisma.project.create({
    data: { id: shop, name: "Shop", plan: "pro" },
  })
})

/** Signs in at the provider, by a browser that knows nothing yet. */
async function signIn(claims: Claims, from = "/sign-in"): Promise<Page> {
  held.oidc.people.set(claims.email, claims)
  const { page } = await browser.visit(base)
  await page.goto(from)
  await page.getByRole("button", { name: "Continue with Acme ID" }).click()
  await page.getByPlaceholder("Enter any login").fill(claims.email)
  await page.getByPlaceholder("and password").fill("any")
  await page.getByRole("button", { name: "Sign-in" }).click()
  await page.getByRole("button", { name: "Continue" }).click()
  return page
}

const memberships = async (email: string) => {
  const rows = await api.world.services.database.prisma.member.findMany({
    where: { user: { email } },
    select: { role: true, project: { select: { name: true } } },
    orderBy: { project: { name: "asc" } },
  })
  return rows.map(({ role, project }) => `${project.name}: ${role}`)
}

test("a person signs in through OpenID Connect, and has the roles of their groups at each sign-in", async () => {
  const grace = { email: "grace@acme.test", email_verified: true, name: "Grace Hopper" }
  const page = await signIn({ ...grace, groups: ["engineers", "on-call"] })
  await page.waitForURL(/\/projects\//)
  expect(await memberships(grace.email)).toEqual(["Shop: editor", "Warehouse: viewer"])

  await signIn({ ...grace, groups: ["engineers"] }).then((one) => one.waitForURL(/\/projects\//))
  expect(await memberships(grace.email)).toEqual(["Shop: viewer"])
  const actions = await api.world.services.database.prisma.auditEntry.findMany({
    where: { action: { startsWith: "member." } },
    orderBy: { id: "asc" },
    select: { action: true, actorName: true },
  })
  expect(actions.map(({ action, actorName }) => `${action} by ${actorName}`)).toEqual([
    "member.joined by Acme ID",
    "member.joined by Acme ID",
    "member.role_changed by Acme ID",
    "member.removed by Acme ID",
  ])
  expect(await api.world.services.database.prisma.user.count()).toBe(1)
})

/** "project: reason e-mail" of the failed sign-ins in audit logs. */
async function failures(prisma: typeof api.world.services.database.prisma) {
  const rows = await prisma.auditEntry.findMany({
    where: { action: "account.sign_in_failed" },
    orderBy: { id: "asc" },
    select: { changes: true, actorName: true, project: { select: { name: true } } },
  })
  return rows.map(({ changes, actorName, project }) => {
    expect(changes).toMatchObject({ method: "single sign-on", address: expect.any(String) })
    const { reason, email = "" } = changes as { reason: string; email?: string }
    return `${project.name}: ${actorName} ${reason} ${email}`.trim()
  })
}

const ofAll = (text: string) => ["Shop", "Warehouse"].map((name) => `${name}: anonymous ${text}`)

test("refused people see a page that says what to do, accessibly, and audit logs say who was refused", async () => {
  const { prisma } = api.world.services.database
  const page = await signIn({ email: "mallory@evil.test", email_verified: true, name: "Mallory" })
  await page.waitForURL("**/sign-in/refused")
  await page.getByRole("heading", { name: "Sign-in refused" }).waitFor()
  await page.getByText("only addresses at acme.test are accepted").waitFor()
  await page.getByText("sign in there with your work address").waitFor()
  await expectAccessible({ page, faults: [] }, "a refused sign-in")
  const other = await signIn({ email: "new@acme.test", email_verified: false, name: "New" })
  await other.getByText("is not verified at Acme ID").waitFor()
  expect(await prisma.user.count({ where: { name: "New" } })).toBe(0)
  // Of a known person, in their own projects alone.
  const katherine = { email: "katherine@acme.test", email_verified: true, name: "Katherine" }
  await signIn({ ...katherine, groups: ["engineers"] }).then((one) => one.waitForURL(/projects/))
  await signIn({ ...katherine, email_verified: false }).then((one) => one.waitForURL(/refused/))
  expect((await failures(prisma)).toSorted()).toEqual(
    [
      ...ofAll("sso_domain mallory@evil.test"),
      ...ofAll("sso_email_unverified new@acme.test"),
      "Shop: anonymous sso_email_unverified katherine@acme.test",
    ].toSorted(),
  )

  // Canceled at the provider, and a return that nothing was started for.
  const { page: third } = await browser.visit(base)
  await third.goto("/sign-in")
  await third.getByRole("button", { name: "Continue with Acme ID" }).click()
  await third.getByRole("link", { name: "[ Cancel ]" }).click()
  await third.getByText("Acme ID does not let you use Watchkeeper").waitFor()
  await third.goto("/api/auth/sso/callback/sso?code=a&state=b")
  await third.getByText("started in another browser").waitFor()
  // A link cannot make the page say anything.
  await third.context().clearCookies()
  await third.goto("/sign-in/refused?error=x&error_description=Call%20555")
  await third.getByText("Your identity provider did not sign you in.").waitFor()
  expect(await third.getByText("555").count()).toBe(0)
  await third.getByRole("link", { name: "Other ways to sign in" }).click()
  await third.getByLabel("Password").waitFor()
})

async function provision(method: string, path: string, body: object, site = base) {
  const response = await fetch(`${site}/api/auth/scim/v2${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${"t".repeat(32)}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, id: String(JSON.parse(await response.text()).id) }
}

test("a provisioned person has the roles of the groups that the directory pushed, until it deactivates them", async () => {
  const email = "margaret@acme.test"
  const schema = "urn:ietf:params:scim:schemas:core:2.0"
  const user = { schemas: [`${schema}:User`], userName: email, displayName: "Margaret" }
  const { id } = await provision("POST", "/Users", user)
  await provision("POST", "/Groups", {
    schemas: [`${schema}:Group`],
    displayName: "on-call",
    members: [{ value: id }],
  })
  const claims = { email, email_verified: true, name: "Margaret", groups: ["engineers"] }
  const page = await signIn(claims)
  await page.waitForURL(/\/projects\//)
  expect(await memberships(email)).toEqual(["Shop: editor", "Warehouse: viewer"])
  await provision("PUT", `/Users/${id}`, { ...user, active: false })
  await page.goto(`${base}/sign-in`)
  await page.getByRole("button", { name: "Continue with Acme ID" }).waitFor()
  expect(await memberships(email)).toEqual([])
  const refused = await signIn(claims)
  await refused.getByText("Your account was deactivated at Acme ID.").waitFor()
  expect(await memberships(email)).toEqual([])
  // Where no token is set, there is nothing.
  expect(await provision("POST", "/Users", user, samlBase)).toMatchObject({ status: 404 })
})

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

/** Reports a logout as the provider does. */
async function report(token: string) {
  const response = await fetch(`${base}/api/auth/sso/backchannel-logout`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: token }),
  })
  const text = await response.text()
  return {
    status: response.status,
    said: text === "" ? "" : String(JSON.parse(text).error_description),
  }
}

test("a sign-out at the provider ends the sessions that its session made, and a token is taken once", async () => {
  const { prisma } = api.world.services.database
  const radia = {
    email: "radia@acme.test",
    email_verified: true,
    name: "Radia",
    groups: ["engineers"],
  }
  const page = await signIn(radia)
  await page.waitForURL(/\/projects\//)
  const elsewhere = await signIn(radia)
  await elsewhere.waitForURL(/\/projects\//)
  const sessions = () =>
    prisma.session.findMany({ where: { user: { name: "Radia" } }, orderBy: { createdAt: "asc" } })
  const [first, second] = await sessions()
  expect([first?.ssoSessionId, second?.ssoSessionId]).toEqual([
    expect.any(String),
    expect.any(String),
  ])

  await page.goto(`http://localhost:${oidcPort}/session/end`)
  await page.getByRole("button", { name: "Yes, sign me out" }).click()
  await expect.poll(() => held.oidc.logouts).toEqual([null])
  expect(await sessions()).toMatchObject([{ id: second?.id }])
  await page.goto(`${base}/sign-in`)
  await page.getByRole("button", { name: "Continue with Acme ID" }).waitFor()

  const { sign } = held.oidc
  const good = { sub: radia.email, events: { [logoutEvent]: {} } }
  const refused: [string, RegExp][] = [
    ["no token", /Invalid Compact JWS/],
    [await sign({ sub: radia.email }), /events/],
    [await sign({ events: good.events }), /sub or sid is required/],
    [await sign({ ...good, nonce: "n" }), /nonce: is not allowed/],
    [await sign({ ...good, jti: undefined }), /jti/],
    [await sign({ ...good, iss: "https://other.test" }), /"iss"/],
    [await sign({ ...good, aud: "another" }), /"aud"/],
    [forge(await sign(good)), /signature verification failed/],
  ]
  for (const [token, said] of refused) {
    expect(await report(token)).toEqual({ status: 400, said: expect.stringMatching(said) })
  }
  expect(await sessions()).toHaveLength(1)
  // Without a session of the provider, all of the person end.
  const token = await sign(good)
  expect(await report(token)).toEqual({ status: 200, said: "" })
  expect(await sessions()).toEqual([])
  expect(await report(token)).toEqual({ status: 400, said: "The logout token was used before." })
  const ended = await prisma.auditEntry.findMany({
    where: { action: "account.session_ended", subjectName: "Radia" },
  })
  expect(ended.map(({ actorName, subjectName }) => [actorName, subjectName])).toEqual([
    ["Acme ID", "Radia"],
    ["Acme ID", "Radia"],
  ])
})

/** The same token with another signature. */
const forge = (token: string) => token.replace(/.{20}$/, "A".repeat(20))

const signInByPasskey = `(async () => {
  const asked = await (await fetch("/api/auth/passkey/generate-authenticate-options")).json()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked)
  const response = (await navigator.credentials.get({ publicKey })).toJSON()
  const answer = await fetch("/api/auth/passkey/verify-authentication", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ response }),
  })
  return { status: answer.status, ...(await answer.json()) }
})()`

test("with SSO_ONLY neither a password nor a passkey signs in at these domains", async () => {
  const page = await signIn({ email: "hedy@acme.test", email_verified: true, name: "Hedy" })
  await page.getByLabel("Project name").waitFor()
  const { prisma } = api.world.services.database
  const [session] = await prisma.session.findMany({ where: { user: { name: "Hedy" } } })
  expect(session?.signInMethod).toBe("sso")
  await attachAuthenticator(page)
  await page.goto("/account/security")
  await page.getByRole("button", { name: "Add passkey" }).click()
  await page.getByText("never used").waitFor()
  expect(await page.evaluate(signInByPasskey)).toMatchObject({
    status: 403,
    code: "SSO_REQUIRED",
    message: "This address signs in with Acme ID, not with a passkey.",
  })
  expect(await prisma.session.count({ where: { user: { name: "Hedy" } } })).toBe(1)
  for (const path of ["sign-in/email", "sign-up/email"]) {
    const response = await fetch(`${base}/api/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: base },
      body: JSON.stringify({ email: "Grace@Acme.test", password, name: "Grace" }),
    })
    expect({ path, status: response.status }).toEqual({ path, status: 403 })
    expect(await response.json()).toMatchObject({
      message: "This address signs in with Acme ID, not with a password.",
    })
  }
})

async function signInBySaml(): Promise<Page> {
  const { page } = await browser.visit(samlBase)
  await page.goto("/sign-in")
  await page.getByRole("button", { name: "Continue with Acme SAML" }).click()
  await page.getByRole("button", { name: "Continue" }).click()
  return page
}

test("a person signs in through SAML to the account they had, and a forged assertion is refused", async () => {
  const { prisma } = samlSite.world.services.database
  await prisma.user.create({
    data: { id: randomUUID(), name: "Grace", email: "grace@acme.test", emailVerified: true },
  })
  identity.held.visitor = { email: "grace@acme.test", name: "Grace Hopper", groups: ["engineers"] }
  await signInBySaml().then((page) => page.waitForURL(/\/projects\//))
  expect(await prisma.user.count()).toBe(1)
  expect(await prisma.member.findMany({ select: { role: true, fromSso: true } })).toEqual([
    { role: "viewer", fromSso: true },
  ])
  // Somebody signed up with the address before its owner came.
  await prisma.user.create({
    data: { id: randomUUID(), name: "Eve", email: "hedy@acme.test", emailVerified: false },
  })
  identity.held.visitor = { email: "hedy@acme.test", name: "Hedy Lamarr", groups: ["engineers"] }
  await signInBySaml().then((page) => page.waitForURL(/\/projects\//))
  expect(await prisma.user.findUnique({ where: { email: "hedy@acme.test" } })).toMatchObject({
    name: "Eve",
    emailVerified: true,
  })
  const sessions = await prisma.session.count()
  identity.held.visitor = { email: "grace@acme.test", name: "Grace Hopper", groups: ["engineers"] }
  identity.held.isForged = true
  await signInBySaml().then((page) =>
    page.getByText("The answer of Acme SAML could not be verified.").waitFor(),
  )
  expect(await prisma.session.count()).toBe(sessions)
  // A forged answer names nobody.
  expect(await failures(prisma)).toEqual([expect.stringMatching(/^Shop: anonymous \w+$/)])
})

/** Opens a logout request without following where it leads. */
async function openLogout(url: string) {
  const response = await fetch(url, { redirect: "manual" })
  const said: unknown = response.status === 303 ? null : (await response.json()).detail
  return { status: response.status, said }
}

test("a sign-out at the SAML provider ends the sessions that it made, and a request is taken once", async () => {
  const { prisma } = samlSite.world.services.database
  const email = "joan@acme.test"
  identity.held.isForged = false
  identity.held.visitor = { email, name: "Joan", groups: ["engineers"] }
  const page = await signInBySaml()
  await page.waitForURL(/\/projects\//)
  const sessions = () => prisma.session.count({ where: { user: { email } } })
  expect(await sessions()).toBe(1)

  const url = await identity.logoutUrl(email)
  const good = new URL(url)
  const another = new URL(await identity.logoutUrl("grace@acme.test"))
  // A name that is written otherwise does not replace what was signed.
  const smuggled = `${url}&%53AMLRequest=${encodeURIComponent(another.searchParams.get("SAMLRequest") ?? "")}`
  const unsigned = `${samlBase}${good.pathname}?SAMLRequest=${encodeURIComponent(good.searchParams.get("SAMLRequest") ?? "")}`
  const changed = url.replace("RelayState=state", "RelayState=stale")
  const weak = url.replace("rsa-sha256", "rsa-sha1")
  for (const [one, said] of [
    [await identity.logoutUrl(email, { isForged: true }), /signature could not be verified/],
    [changed, /signature could not be verified/],
    [weak, /SigAlg/],
    [unsigned, /SigAlg/],
    [`${samlBase}${good.pathname}`, /SAMLRequest/],
  ] as const) {
    expect(await openLogout(one)).toEqual({ status: 400, said: expect.stringMatching(said) })
  }
  expect(await sessions()).toBe(1)

  // The provider gets the browser back, with its state.
  await page.goto(url)
  await page.getByText("Signed out everywhere").waitFor()
  const back = new URL(page.url())
  expect(back.searchParams.get("RelayState")).toBe("state 1")
  expect(back.searchParams.get("SAMLResponse")).toEqual(expect.any(String))
  expect(await sessions()).toBe(0)
  expect(await openLogout(smuggled)).toEqual({
    status: 400,
    said: expect.stringMatching(/used before/),
  })
  const [entry] = await prisma.auditEntry.findMany({
    where: { action: "account.session_ended", subjectName: "Joan" },
  })
  expect(entry?.actorName).toBe("Acme SAML")
  await page.goto(`${samlBase}/sign-in`)
  await page.getByRole("button", { name: "Continue with Acme SAML" }).waitFor()
})
