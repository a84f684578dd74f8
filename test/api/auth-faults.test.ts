import { randomUUID } from "node:crypto"
import { expect, onTestFinished, test } from "vitest"
import { startApi } from "../../src/api/main.ts"
import { openMail } from "../../src/graphql/outbox/sealed-mail.ts"
import { createLog } from "../../src/platform/log.ts"
import { connect } from "../../src/platform/postgres.ts"
import type { Services } from "../../src/platform/services.ts"
import { apiEnv, makeKey } from "../support/api.ts"
import { openProxy } from "../support/tcp-proxy.ts"
import { createBrowser, oneTimeCode } from "../support/sign-in.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld({
  ...apiEnv,
  SIGN_UP: "open",
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "alerts@watch.test",
})

/** Starts another server for one test, with some services replaced. */
async function serve(other: Partial<Services> = {}) {
  const { address, stop } = await startApi({ ...world.services, ...other })
  onTestFinished(stop)
  return address
}

const password = "correct horse battery"

const notAsked = () => Promise.reject(new Error("not asked here"))

/** The same browser, with the real server. */
function visitor(address: string) {
  const handler = (request: Request) =>
    fetch(request.url.replace(apiEnv.BASE_URL, address), {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      ...(request.method === "GET" ? {} : { body: request.body, duplex: "half" }),
    })
  return createBrowser({ sendsMail: true, handler, readSession: notAsked }, apiEnv.BASE_URL)
}

async function signUp(address: string) {
  const email = `${randomUUID()}@example.test`
  const browser = visitor(address)
  const { status } = await browser.send("/sign-up/email", { name: "Ada", email, password })
  expect(status).toBe(200)
  return { email, browser }
}

/** From the mails, because the database has no token. */
const resetTokens = async (email: string) => {
  const { prisma } = world.services.database
  const { id: subjectId } = await prisma.user.findUniqueOrThrow({ where: { email } })
  const where = { subjectId, event: "account.password_reset" }
  const mails = await prisma.delivery.findMany({ where, orderBy: { createdAt: "asc" } })
  return mails.map(({ payload }) => {
    const url = openMail(world.services.vault, payload)?.notice.link?.url ?? ""
    return url.split("/").at(-1) ?? ""
  })
}

test("reports sessions and sign-in as unavailable while the database is down, and recovers after it", async () => {
  const url = new URL(world.connectionString)
  const proxy = await openProxy(Number(url.port))
  url.port = String(proxy.port)
  const database = connect(url.href, 5)
  onTestFinished(() => database.end())
  const address = await serve({ database })
  const { email, browser } = await signUp(address)
  const cookie = browser.headers().get("cookie") ?? ""
  const headers = { cookie, "content-type": "application/json", origin: apiEnv.BASE_URL }
  const asked = () =>
    Promise.all([
      fetch(`${address}/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query: "{ __typename }" }),
      }),
      fetch(`${address}/api/auth/get-session`, { headers }),
      fetch(`${address}/api/auth/sign-in/email`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email, password }),
      }),
      fetch(`${address}/api/auth/change-password`, {
        method: "POST",
        headers,
        body: JSON.stringify({ currentPassword: password, newPassword: `${password}.` }),
      }),
    ])
  proxy.cut()
  const away = await asked()
  proxy.restore()
  for (const response of away) {
    expect([response.url, response.status, response.headers.get("retry-after")]).toEqual([
      response.url,
      503,
      "5",
    ])
    expect(await response.text()).toMatch(/"code":"unavailable"/)
  }
  expect((await asked()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test("a password reset or change voids all other reset links", async () => {
  const address = await serve()
  const { email, browser } = await signUp(address)
  const ask = () => visitor(address).send("/request-password-reset", { email })
  const reset = (token: string, newPassword: string) =>
    visitor(address).send("/reset-password", { token, newPassword })
  await ask()
  await ask()
  const [first = "", second = ""] = await resetTokens(email)
  const { rows } = await world.services.database.pool.query<{ identifier: string }>(
    "select identifier from verification where identifier like 'reset%'",
  )
  expect(JSON.stringify(rows)).not.toContain(first)
  // The stored hash is not accepted as a token.
  for (const { identifier } of rows) {
    const [prefix = "", stored = ""] = identifier.split(":")
    for (const token of [identifier, stored, `${prefix}:${stored}`]) {
      expect((await reset(token, "another horse battery")).status).toBe(400)
    }
  }
  expect((await reset(first, "another horse battery")).status).toBe(200)
  expect(await reset(second, "a third horse battery")).toMatchObject({
    status: 400,
    body: { code: "INVALID_TOKEN" },
  })
  expect((await browser.send("/get-session")).body).toBeNull()
  await ask()
  const third = (await resetTokens(email)).at(-1) ?? ""
  await browser.send("/sign-in/email", { email, password: "another horse battery" })
  const change = { currentPassword: "another horse battery", newPassword: password }
  expect((await browser.send("/change-password", change)).status).toBe(200)
  expect((await reset(third, "a third horse battery")).status).toBe(400)
})

test("logs no password, token, code or key, not even at debug level", async () => {
  const lines: string[] = []
  const log = createLog("debug", "test", { write: (text) => void lines.push(text) })
  const address = await serve({ log })
  const { email, browser } = await signUp(address)
  const key = await makeKey(world, (await makeProject(world)).id)
  const bearer = key.authorization.replace("Bearer ", "")
  await browser.send("/request-password-reset", { email })
  const [token = ""] = await resetTokens(email)
  expect(token).toHaveLength(24)
  const { body } = await browser.send("/two-factor/enable", { password })
  const code = oneTimeCode(body.totpURI)
  await browser.send("/two-factor/verify-totp", { code })
  const session = browser.jar.get("watchkeeper.session_token") ?? ""
  for (const path of [
    `/password/${token}`,
    `/confirm/${token}`,
    `/api/auth/reset-password/${token}?callbackURL=/`,
    `/api/auth/reset-password/${token}`,
    `/api/auth/verify-email?token=${token}`,
    `/graphql?query=${encodeURIComponent("{ __typename }")}`,
    "/v1/monitors",
  ]) {
    await fetch(address + path, {
      redirect: "manual",
      headers: { authorization: `Bearer ${bearer}` },
    })
  }
  await visitor(address).send("/reset-password", { token, newPassword: "another horse battery" })
  await visitor(address).send("/sign-in/email", { email, password })
  const text = lines.join("")
  expect(text).toContain('"path":"/api/auth/reset-password/…"')
  for (const secret of [password, "another horse battery", token, session.slice(0, 30), bearer]) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toMatch(new RegExp(`"${code}"`))
})
