import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { startApi } from "../../src/api/main.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { apiEnv } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { useWorld } from "../support/world.ts"
import { freePort, password, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const world = useWorld({ ...apiEnv, PORT: port, BASE_URL: base })
const held: { stop?(): Promise<void> } = {}
const start = async () => {
  Object.assign(held, await startApi(world.services))
}

beforeAll(start)
afterAll(() => held.stop?.())

/** The counts in the navigation, which come over a separate stream. */
const incidents = ({ page }: Visitor, count: string) =>
  page.getByRole("link", { name: "Incidents" }).filter({ hasText: count }).waitFor()

/** Stops the server once the page is live. */
async function loseConnection({ page }: Visitor): Promise<void> {
  await page.getByText("Live", { exact: true }).waitFor()
  await held.stop?.()
  await page.getByText("Connection lost").waitFor()
}

/** The person from the first test, in another browser. */
async function signIn(summary = "1 of 1 is offline"): Promise<Visitor> {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await page.goto("/sign-in")
  await page.getByLabel("E-mail").fill("ada@example.test")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByText(summary).waitFor()
  return visitor
}

test("a lost connection is reported at once, and changes meanwhile are shown when it is back", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { id: projectId } = await world.services.database.prisma.project.findFirstOrThrow()
  const monitor = await createMonitor(world.system, {
    projectId,
    kind: "tcp",
    name: "Mail",
    host: "127.0.0.1",
    port: 25,
    failureThreshold: 1,
  })
  await recordChecks(world.services, [checkOf(monitor, new Date(Date.now() - 60_000))])
  await page.getByText("The monitor is operational").waitFor()
  await loseConnection(visitor)
  await recordChecks(world.services, [checkOf(monitor, new Date(), offline)])
  await page.getByText("The monitor is operational").waitFor()

  await start()
  await page.getByText("1 of 1 is offline").waitFor()
  await page.getByText("Connection lost").waitFor({ state: "detached" })
  await incidents(visitor, "1 open")
  expect(visitor.faults).toEqual([])
})

test("a session that ends elsewhere leads to the sign-in page by itself", async () => {
  const visitor = await signIn()
  const { page } = visitor
  const { prisma } = world.services.database
  const { userId } = await prisma.member.findFirstOrThrow()
  await prisma.session.deleteMany({ where: { userId } })
  await world.services.bus.publish([
    { topic: "access.changed", payload: { projectId: null, userId } },
  ])
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  expect(visitor.faults).toEqual([])
})

test("a session that ended while the connection was lost leads to the sign-in page as soon as it is back", async () => {
  const visitor = await signIn()
  const { page } = visitor
  await loseConnection(visitor)
  await world.services.database.prisma.session.deleteMany()
  await start()
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  expect(visitor.faults).toEqual([])
})

test("pages and dialogs whose scripts cannot be loaded open as soon as the server is back", async () => {
  const visitor = await signIn()
  const { page } = visitor
  await loseConnection(visitor)
  await page.getByRole("link", { name: /^Incidents/ }).click()
  await page.keyboard.press("Control+k")
  await page.getByText("1 of 1 is offline").waitFor()
  await start()
  await page.getByRole("combobox", { name: "Search" }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("heading", { name: "Incidents", level: 1 }).waitFor()
  expect(await page.evaluate<string[]>(unstyled)).toEqual([])
  expect(visitor.faults).toEqual([])
})

/** Styles whose request failed; Chromium refuses access to the rules of some, and has none of others. */
const unstyled = `[...document.querySelectorAll("link[rel=stylesheet]")].filter(({ sheet }) => {
  try { return !sheet?.cssRules.length } catch { return true }
}).map(({ href }) => href)`

test("a page of a version that was replaced reloads once", async () => {
  const { page } = await signIn()
  let reloads = 0
  page.on("request", (request) => {
    if (request.isNavigationRequest()) reloads += 1
  })
  const script = "**/assets/incident-list-*.js"
  await page.route(script, (route) => route.fulfill({ status: 404 }))
  await page.getByRole("link", { name: /^Incidents/ }).click()
  await page.getByText("Could not load this page").waitFor()
  expect(reloads).toBe(1)
  await page.unroute(script)
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("heading", { name: "Incidents", level: 1 }).waitFor()
})

test("loaded data stays visible while it cannot be read again, and is read as soon as it can be", async () => {
  const visitor = await signIn()
  const { page } = visitor
  await page.getByRole("link", { name: "Settings" }).click()
  await page.getByRole("link", { name: "Members" }).click()
  const members = page.getByRole("region", { name: "People" })
  const member = members.getByText("ada@example.test")
  await member.waitFor()
  await page.getByText("Live", { exact: true }).waitFor()
  let refused = 0
  await page.route("**/graphql", async (route) => {
    const isStream = route.request().postData()?.includes("subscription ") ?? false
    if (isStream) return route.continue()
    refused += 1
    return route.abort()
  })
  await loseConnection(visitor)
  await start()
  const fault = members.getByText("The server cannot be reached")
  await fault.waitFor()
  expect(refused).toBeGreaterThan(0)
  await member.waitFor()
  await members.getByRole("button", { name: "Try again" }).waitFor()
  await page.unroute("**/graphql")
  await fault.waitFor({ state: "detached" })
  await member.waitFor()
})

test("streams that end because the database is down resume by themselves", async () => {
  const visitor = await signIn()
  const { page } = visitor
  await incidents(visitor, "1 open")
  const query = vi.spyOn(world.services.database.pool, "query")
  onTestFinished(() => query.mockRestore())
  const away = Object.assign(new Error("away"), { code: "ECONNREFUSED" })
  query.mockImplementation(() => Promise.reject(away) as never)
  await page.getByText("Connection lost").waitFor()

  query.mockRestore()
  const { prisma } = world.services.database
  const { id: projectId } = await prisma.project.findFirstOrThrow()
  const docs = await createMonitor(world.system, {
    projectId,
    kind: "tcp",
    name: "Docs",
    host: "127.0.0.1",
    port: 25,
    failureThreshold: 1,
  })
  await recordChecks(world.services, [checkOf(docs, new Date(), offline)])
  await incidents(visitor, "2 open")
  await page.getByText("Connection lost").waitFor({ state: "detached" })
  expect(visitor.faults).toEqual([])
})

test("the connection stays lost until the last stream is back, and then everything is read again", async () => {
  const visitor = await signIn("2 of 2 are offline")
  const { page } = visitor
  await incidents(visitor, "2 open")
  const { pool, prisma } = world.services.database
  const { id: projectId } = await prisma.project.findFirstOrThrow()
  const blog = await createMonitor(world.system, {
    projectId,
    kind: "tcp",
    name: "Blog",
    host: "127.0.0.1",
    port: 25,
    failureThreshold: 1,
  })
  const answer = pool.query.bind(pool) as (...args: unknown[]) => unknown
  const away = Object.assign(new Error("away"), { code: "ECONNREFUSED" })
  let isAlertsOnly = false
  let incidentReads = 0
  let refusals = 0
  const query = vi.spyOn(pool, "query")
  onTestFinished(() => query.mockRestore())
  query.mockImplementation((...args: unknown[]) => {
    const text = JSON.stringify(args[0])
    if (isAlertsOnly && !/"?alert"?/i.test(text)) {
      if (/incident/i.test(text)) incidentReads += 1
      return answer(...args)
    }
    refusals += 1
    return Promise.reject(away)
  })
  await page.getByText("Connection lost").waitFor()
  isAlertsOnly = true
  refusals = 0
  await expect.poll(() => incidentReads).toBeGreaterThan(0)
  await expect.poll(() => refusals).toBeGreaterThan(1)
  await page.getByText("Connection lost").waitFor()

  query.mockRestore()
  await recordChecks(world.services, [checkOf(blog, new Date(), offline)])
  await incidents(visitor, "3 open")
  await page.getByText("Connection lost").waitFor({ state: "detached" })
  expect(visitor.faults).toEqual([])
})
