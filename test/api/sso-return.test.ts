import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { loadAuth } from "../../src/api/load-auth.ts"
import { createSsoDiscovery } from "../../src/api/sso/sso-discovery.ts"
import { startQuickOidc } from "../support/quick-oidc.ts"
import { createBrowser } from "../support/sign-in.ts"
import { testEnv, useWorld } from "../support/world.ts"

const base = "http://watch.test"
const oidc = await startQuickOidc()
afterAll(() => oidc.stop())
const world = useWorld({
  ...testEnv,
  ...oidc.settings,
  BASE_URL: base,
  ALLOWED_ORIGINS: ["https://app.watch.test"],
  SSO_DOMAINS: ["acme.test"],
})

const open = async () => {
  const { services } = world
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

test("an office behind one address signs in at the same time", async () => {
  const auth = await open()
  const people = Array.from({ length: 120 }, (_, at) => `p${at}-${randomUUID()}@acme.test`)
  const answers = await Promise.all(
    people.map(async (email) => {
      const browser = createBrowser(auth, base, "203.0.113.40")
      await oidc.signIn(browser, { sub: email, email, email_verified: true })
      return (await browser.send("/get-session")).body?.user?.email
    }),
  )
  expect(answers).toEqual(people)
})
