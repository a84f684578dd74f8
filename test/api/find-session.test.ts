import { setTimeout as wait } from "node:timers/promises"
import { expect, test } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { createSessionFinder } from "../../src/api/find-session.ts"
import { createBrowser } from "../support/sign-in.ts"
import { testEnv, useWorld } from "../support/world.ts"

const world = useWorld({ ...testEnv, SIGN_UP: "open", BASE_URL: "http://watch.test" })

/** A signed-in browser and a finder that counts its look-ups, on a clock that stands still. */
async function open() {
  const { services } = world
  const auth = createAuth(services)
  const browser = createBrowser(auth, services.env.BASE_URL)
  const person = { name: "Ada", email: "ada@example.test", password: "correct horse battery" }
  const path =
    (await services.database.prisma.user.count()) === 0 ? "/sign-up/email" : "/sign-in/email"
  expect(await browser.send(path, person)).toMatchObject({ status: 200 })
  const at = { ms: 0, reads: 0 }
  const finder = createSessionFinder(
    { bus: services.bus, clock: { ...services.clock, monotonicMs: () => at.ms } },
    async (headers) => {
      at.reads += 1
      // Requests of the same moment meet while it is read.
      await wait(1)
      return createAuth(services).readSession(headers)
    },
  )
  return { services, browser, finder, at }
}

test("a session is read once within a second, and again after it", async () => {
  const { browser, finder, at } = await open()
  const headers = browser.headers()
  const both = await Promise.all([finder.find(headers), finder.find(headers)])
  expect(both.map((found) => found?.user.name)).toEqual(["Ada", "Ada"])
  at.ms = 999
  await finder.find(headers)
  expect(at.reads).toBe(1)
  at.ms = 1000
  await finder.find(headers)
  expect(at.reads).toBe(2)
})

test("a session that ended on another server is refused as soon as that is announced", async () => {
  const { services, browser, finder } = await open()
  const headers = browser.headers()
  expect(await finder.find(headers)).not.toBeNull()
  expect(await browser.send("/sign-out", {})).toMatchObject({ status: 200 })
  await expect.poll(() => finder.find(headers)).toBeNull()
  expect(await services.database.prisma.session.count()).toBe(1)
})

test("a refusal and an error are not kept", async () => {
  const { services } = world
  const answers = [new Error("the database is away"), null, null]
  const finder = createSessionFinder(services, () => {
    const answer = answers.shift()
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? null)
  })
  const headers = new Headers({ cookie: "watchkeeper=unknown" })
  await expect(finder.find(headers)).rejects.toThrow("the database is away")
  expect(await finder.find(headers)).toBeNull()
  expect(await finder.find(headers)).toBeNull()
  expect(answers).toEqual([])
})
