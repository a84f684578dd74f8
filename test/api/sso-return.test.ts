import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadAuth } from "../../src/api/load-auth.ts"
import { createSsoRefusals } from "../../src/api/sso/refuse-sign-on.ts"
import { createSsoAttempts } from "../../src/api/sso/sso-attempts.ts"
import { createSsoDiscovery } from "../../src/api/sso/sso-discovery.ts"
import { newId } from "../../src/platform/id.ts"
import { startQuickOidc, type Claims } from "../support/quick-oidc.ts"
import { okta } from "../support/scim.ts"
import { createBrowser } from "../support/sign-in.ts"
import { testEnv, useWorld } from "../support/world.ts"

const base = "http://watch.test"
const shop = randomUUID()
const token = "t".repeat(32)
const oidc = await startQuickOidc()
afterAll(() => oidc.stop())
const world = useWorld({
  ...testEnv,
  ...oidc.settings,
  BASE_URL: base,
  ALLOWED_ORIGINS: ["https://app.watch.test"],
  SSO_DOMAINS: ["acme.test"],
})
/** Settings of a provider that also gives roles and keeps a directory. */
const withDirectory = {
  SSO_GROUPS: [
    { group: "engineers", projectId: shop, role: "viewer" as const },
    { group: "ops", projectId: shop, role: "editor" as const },
  ],
  SCIM_TOKENS: [token],
}
const prisma = () => world.services.database.prisma
beforeAll(() => prisma().project.create({ data: { id: shop, name: "Shop", plan: "pro" } }))

const open = async (settings: Partial<typeof withDirectory> = {}) => {
  const services = { ...world.services, env: { ...world.services.env, ...settings } }
  return loadAuth(services, createSsoDiscovery(services.env, services.log))
}

const foreign = () => [
  oidc.issuer,
  `${oidc.issuer}/logout?next=https://evil.test`,
  "https://evil.test/",
  "//evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "javascript:alert(1)",
  "http://watch.test.evil.test/",
  "http://watch.test@evil.test/",
]

test.each(["callbackURL", "errorCallbackURL", "newUserCallbackURL"])(
  "a %s leads to our own pages alone",
  async (field) => {
    const auth = await open()
    const start = (url: string) =>
      createBrowser(auth, base).send("/sign-in/sso", {
        providerId: "sso",
        callbackURL: "/",
        [field]: url,
      })
    for (const url of foreign()) {
      expect({ url, ...(await start(url)) }).toMatchObject({ url, status: 403 })
    }
    for (const url of [
      "/projects/one?tab=two#three",
      `${base}/monitors`,
      "https://app.watch.test/",
    ]) {
      expect({ url, ...(await start(url)) }).toMatchObject({ url, status: 200 })
    }
  },
)

// With a directory, more than there are connections: each sign-in also reads what the directory says.
test.each([
  ["an office", 120, {}],
  ["an office with a directory", 20, withDirectory],
])("%s behind one address signs in at the same time", async (_name, length, settings) => {
  const auth = await open(settings)
  const people = Array.from({ length }, (_, at) => `p${at}-${randomUUID()}@acme.test`)
  const answers = await Promise.all(
    people.map(async (email) => {
      const browser = createBrowser(auth, base, "203.0.113.40")
      await oidc.signIn(browser, { sub: email, email, email_verified: true })
      return (await browser.send("/get-session")).body?.user?.email
    }),
  )
  expect(answers).toEqual(people)
})

/** What the person who signs in with these claims has then, and why they were refused. */
async function returned(claims: Partial<Claims>) {
  const browser = createBrowser(
    await open(withDirectory),
    base,
    `2001:db8::${randomUUID().slice(0, 4)}`,
  )
  const given = { sub: randomUUID(), email: `${randomUUID()}@acme.test`, ...claims }
  await oidc.signIn(browser, given)
  const refusal = browser.jar.get("watchkeeper.refusal")
  const user = { email: given.email }
  const [session] = await prisma().session.findMany({ where: { user } })
  return {
    ...given,
    refusal: refusal === undefined ? null : JSON.parse(decodeURIComponent(refusal)).code,
    session: session?.ssoSessionId,
    roles: (await prisma().member.findMany({ where: { user } })).map(({ role }) => role),
  }
}

test("whom the provider does not vouch for is refused, and the others have its session and the roles of their groups", async () => {
  expect(await returned({ sid: "one", groups: ["engineers"] })).toMatchObject({
    refusal: null,
    session: "one",
    roles: ["viewer"],
  })
  expect(await returned({ sid: 7 })).toMatchObject({ refusal: null, session: null, roles: [] })
  const refused: [Partial<Claims>, string][] = [
    [{ email: "ada@other.test" }, "sso_domain"],
    [{ email: "ada@evil.test@acme.test" }, "sso_email_invalid"],
    [{ email_verified: false }, "sso_email_unverified"],
  ]
  for (const [claims, code] of refused) {
    expect(await returned(claims)).toMatchObject({ refusal: code, session: undefined, roles: [] })
  }
})

test("a person of the directory has its groups, whatever the provider says", async () => {
  const email = `${randomUUID()}@acme.test`
  const directory = createBrowser(await open(withDirectory), base)
  const authorization = `Bearer ${token}`
  const made = await directory.send("/scim/v2/Users", okta(email), { authorization })
  expect(made.status).toBe(201)
  const found = await returned({ email, groups: ["engineers"] })
  expect(found).toMatchObject({ refusal: null, session: null, roles: [] })
})

const session = "watchkeeper.session_token=abc; Path=/"
const caller = { address: "203.0.113.9", program: "Firefox" }

/** What the browser gets for an answer of the sign-in. */
async function shown(
  response: Response,
  { email = null as string | null, path = "/callback/sso", at = base } = {},
) {
  const attempts = createSsoAttempts()
  const env = { ...world.services.env, ...withDirectory, BASE_URL: at }
  const services = { ...world.services, env }
  const refuse = createSsoRefusals(services, attempts)
  return attempts.run(async () => {
    attempts.note({ email })
    return refuse(new Request(`${at}/api/auth/sso${path}`), response, caller)
  })
}

const answer = (status: number, { location = "/", cookie = "a=b" } = {}) =>
  new Response(null, { status, headers: { location, "set-cookie": cookie } })
const problem = (status: number) => Response.json({ code: "INVALID_STATE" }, { status })

test("a failed return leads to a page that says why; every other answer stays as it is", async () => {
  const denied = answer(302, { location: "/?error=access_denied&error_description=No" })
  for (const failed of [denied, problem(400), problem(500)]) {
    const page = await shown(failed)
    expect([page.status, page.headers.get("location")]).toEqual([303, "/sign-in/refused"])
    expect(page.headers.get("set-cookie")).not.toContain("Secure")
  }
  const secure = await shown(problem(400), { at: "https://watch.test" })
  expect(secure.headers.get("set-cookie")).toContain("; Secure")
  const signedIn = answer(302, { location: "/?error=kept", cookie: session })
  const kept: [Response, string?][] = [[signedIn], [answer(302)], [problem(400), "/providers"]]
  for (const [response, path] of kept) {
    expect(await shown(response, path === undefined ? {} : { path })).toBe(response)
  }
  const outside = createSsoAttempts()
  outside.note({ email: "ada@acme.test" })
  expect(outside.current().email).toBeNull()
})

test("a refusal is shown in the projects of the person, or in those of the groups, ten times an hour", async () => {
  const entries = (where: object) =>
    prisma().auditEntry.findMany({
      where: { action: "account.sign_in_failed", ...where },
      select: { projectId: true, subjectName: true, changes: true },
      orderBy: { id: "asc" },
    })
  await prisma().auditEntry.deleteMany({ where: { action: "account.sign_in_failed" } })
  const [known, idle] = [newId(), newId()].map((id) => ({ id, name: "Ada", email: `${id}@a.test` }))
  if (known === undefined || idle === undefined) throw new Error("two people")
  await prisma().user.createMany({ data: [known, idle] })
  const other = newId()
  await prisma().project.create({ data: { id: other, name: "Other", plan: "pro" } })
  const member = { id: newId(), projectId: other, userId: known.id, role: "viewer" as const }
  await prisma().member.create({ data: member })
  await shown(problem(400), { email: idle.email })
  const changes = {
    method: "single sign-on",
    reason: "invalid_state",
    address: caller.address,
    program: caller.program,
  }
  expect(await entries({ projectId: shop })).toEqual([
    { projectId: shop, subjectName: idle.email, changes: { ...changes, email: idle.email } },
  ])
  for (let count = 0; count < 11; count += 1) await shown(problem(400), { email: known.email })
  const own = await entries({ projectId: other })
  expect(own).toHaveLength(10)
  expect(own[0]).toMatchObject({ subjectName: "Ada", changes: { email: known.email } })
  expect(await entries({ projectId: shop })).toHaveLength(1)
})

test("a refusal of somebody whom the answer does not name says so of nobody", async () => {
  const services = { ...world.services, env: { ...world.services.env, SSO_GROUPS: [] } }
  const attempts = createSsoAttempts()
  const request = new Request(`${base}/api/auth/sso/callback/sso`)
  const page = await createSsoRefusals(services, attempts)(request, problem(400), caller)
  expect(page.status).toBe(303)
})
