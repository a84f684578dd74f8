import { randomUUID } from "node:crypto"
import { beforeAll, expect, test } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { moveClock } from "../support/moved-clock.ts"
import { createBrowser, oneTimeCode } from "../support/sign-in.ts"
import { testEnv, useWorld } from "../support/world.ts"

const world = useWorld({ ...testEnv, SIGN_UP: "open", BASE_URL: "http://watch.test" })
// No delay passes by itself, however long a guess takes.
beforeAll(async () => {
  await moveClock(world)
})

const password = "correct horse battery"
const address = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
/** Each has its own server, as behind a load balancer. */
const browser = (from = address()) =>
  createBrowser(createAuth(world.services), "http://watch.test", from)

async function signUp() {
  const email = `${randomUUID()}@example.test`
  const visitor = browser()
  expect(await visitor.send("/sign-up/email", { name: "Ada", email, password })).toMatchObject({
    status: 200,
  })
  return { email, visitor }
}

const guess = (from: ReturnType<typeof browser>, email: string, text = "wrong horse battery") =>
  from.send("/sign-in/email", { email, password: text })

async function statuses(count: number, work: () => Promise<{ status: number }>) {
  const found: number[] = []
  for (let at = 0; at < count; at += 1) found.push((await work()).status)
  return found
}

test("delays guesses from one address in every process, and no other address", async () => {
  const { email } = await signUp()
  const from = address()
  const answers = await statuses(7, () => guess(browser(from), email))
  expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
  const right = await guess(browser(from), email.toUpperCase(), password)
  expect(right).toMatchObject({
    status: 429,
    body: {
      code: "TOO_MANY_ATTEMPTS",
      message: expect.stringMatching(
        /^Too many attempts to sign in\. Try again in \d seconds?, or/,
      ),
    },
  })
  expect((await guess(browser(), email, password)).status).toBe(200)
})

test("lets no more concurrent guesses pass than sequential ones", async () => {
  const { email } = await signUp()
  const from = address()
  const answers = await Promise.all(Array.from({ length: 15 }, () => guess(browser(from), email)))
  expect(answers.filter(({ status }) => status === 401).length).toBe(5)
})

test("a correct password clears the count", async () => {
  const { email } = await signUp()
  const from = address()
  for (let round = 0; round < 2; round += 1) {
    expect(await statuses(4, () => guess(browser(from), email))).toEqual([401, 401, 401, 401])
    expect((await guess(browser(from), email, password)).status).toBe(200)
  }
})

test("slows down guesses from many addresses without locking out a known device or a new network", async () => {
  const { email } = await signUp()
  const known = browser()
  expect(await guess(known, email, password)).toMatchObject({ status: 200 })
  known.jar.delete("watchkeeper.session_token")
  const crowd = Array.from({ length: 20 }, () => browser())
  const guessAll = async () =>
    (await Promise.all(crowd.map((one) => guess(one, email)))).map(({ status }) => status)
  expect(await guessAll()).toEqual(crowd.map(() => 401))
  expect(await guessAll()).toEqual(crowd.map(() => 429))
  expect(await guess(known, email)).toMatchObject({ status: 401 })
  expect(await guess(known, email, password)).toMatchObject({ status: 200 })
  expect(await guess(browser(), email, password)).toMatchObject({ status: 200 })
  // A trusted device counts only for the account that signed in there.
  const mark = known.jar.get("watchkeeper.device")
  expect(mark).not.toContain(email)
  const foreign = await signUp()
  await guess(foreign.visitor, foreign.email, password)
  expect(foreign.visitor.jar.get("watchkeeper.device")).not.toBe(mark)
  const strangers = await Promise.all([1, 2, 3].map(() => guess(foreign.visitor, email)))
  expect(strangers.map(({ status }) => status)).toContain(429)
})

test("an office behind one address signs in at the same time", async () => {
  const office = browser(address())
  const ways = [
    ["/sign-in/email", { email: "a@b", password }, 400],
    ["/two-factor/verify-totp", { code: "123456" }, 401],
    ["/passkey/verify-authentication", { response: {} }, 400],
  ] as const
  for (const [path, body, refused] of ways) {
    const all = await statuses(25, () => office.send(path, body))
    expect([path, ...new Set(all)]).toEqual([path, refused])
  }
})

test("one process counts attempts made in another, and returns the time to wait", async () => {
  const from = address()
  const ask = () =>
    createAuth(world.services).handler(
      new Request("http://watch.test/api/auth/reset-password", {
        method: "POST",
        headers: { "content-type": "application/json", origin: "http://watch.test" },
        body: JSON.stringify({ newPassword: password }),
      }),
      from,
    )
  expect(await statuses(20, ask)).toEqual(Array.from({ length: 20 }, () => 400))
  const beyond = await ask()
  expect(beyond.status).toBe(429)
  expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(0)
})

test("accepts a one-time code once, also concurrently and in another process", async () => {
  const { email, visitor } = await signUp()
  const { body } = await visitor.send("/two-factor/enable", { password })
  const enabling = oneTimeCode(body.totpURI, Date.now() - 30_000)
  expect(await visitor.send("/two-factor/verify-totp", { code: enabling })).toMatchObject({
    status: 200,
  })
  const challenged = async () => {
    const one = browser()
    expect((await guess(one, email, password)).body).toMatchObject({ twoFactorRedirect: true })
    return one
  }
  const used = {
    status: 401,
    body: { code: "INVALID_CODE", message: /^This code was already used/ },
  }
  const replay = await (await challenged()).send("/two-factor/verify-totp", { code: enabling })
  expect([replay.status, replay.body.code]).toEqual([used.status, used.body.code])
  expect(replay.body.message).toMatch(used.body.message)
  const code = oneTimeCode(body.totpURI)
  const racers = [await challenged(), await challenged(), await challenged()]
  const answers = await Promise.all(
    racers.map((one) => one.send("/two-factor/verify-totp", { code })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
})
