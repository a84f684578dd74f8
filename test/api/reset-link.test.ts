import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { createResetLink } from "../../src/cli/reset-password.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { createBrowser } from "../support/sign-in.ts"

const base = "http://watch.test"
const api = useApi({ ...apiEnv, BASE_URL: base, SIGN_UP: "open" })
const password = "correct horse battery"
const browser = () => createBrowser(createAuth(api.world.services), base, "2001:db8::7")
const press = (path: string, fields: Record<string, string> = {}) =>
  fetch(api.address + path, { method: "POST", body: new URLSearchParams(fields) })

test("a link from the command line sets a password once where no e-mail is sent", async () => {
  const email = `${randomUUID()}@example.test`
  const visitor = browser()
  await visitor.send("/sign-up/email", { name: "Ada", email, password })
  const asked = await press("/password", { email })
  expect(asked.status).toBe(503)
  expect(await asked.text()).toContain("node bin/watchkeeper.js account reset-password")

  const older = await createResetLink(api.world.system, { email })
  const { url, expiresAt } = await createResetLink(api.world.system, { email: email.toUpperCase() })
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
  const path = new URL(url).pathname
  expect((await fetch(api.address + path)).status).toBe(200)
  expect((await visitor.send("/get-session")).body).toMatchObject({ user: { email } })

  const next = { password: "another horse battery" }
  expect((await press(new URL(older.url).pathname, next)).status).toBe(400)
  expect((await press(path, next)).status).toBe(200)
  expect((await press(path, { password: "a third horse battery" })).status).toBe(400)
  expect((await visitor.send("/get-session")).body).toBeNull()
  expect((await browser().send("/sign-in/email", { email, ...next })).status).toBe(200)

  const nobody = createResetLink(api.world.system, { email: "nobody@example.test" })
  await expect(nobody).rejects.toMatchObject({ code: "not_found" })
})
