import { beforeAll, expect, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { insertMonitors } from "../support/checks.ts"
import { soon } from "../support/soon.ts"
import {
  expectAccessible,
  freePort,
  password,
  signUp,
  useBrowser,
  type Visitor,
} from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor; projectId: string }
const page = () => held.visitor.page
const focused = () => page().locator(":focus").textContent()

beforeAll(async () => {
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  const project = await api.world.services.database.prisma.project.findFirstOrThrow()
  held.projectId = project.id
  await insertMonitors(api.world, project.id, 60)
})

test("each page sets the title of the tab and focuses its heading", async () => {
  await page().goto("/")
  await page().getByRole("heading", { name: "60 of 60 are unknown" }).waitFor()
  const titles = {
    Monitors: "Monitors",
    Incidents: "Incidents",
    Alerts: "Alerts",
    "On call": "On call",
    Settings: "General",
  }
  for (const [name, title] of Object.entries(titles)) {
    await page().getByRole("link", { name }).first().click()
    await page().getByRole("heading", { name: title, level: 1 }).waitFor()
    await soon(focused).toBe(title)
    expect(await page().title()).toBe(`${title} · Watchkeeper`)
  }
})

test("a deep link opens its page, and going back restores the scroll position", async () => {
  await page().goto(`/projects/${held.projectId}/monitors?search=shop`)
  const last = page().getByRole("link", { name: "Shop 59", exact: true })
  await page().getByRole("link", { name: /^Shop/ }).first().waitFor()
  await page().evaluate("scrollTo(0, document.body.scrollHeight)")
  await last.waitFor()
  const before = await page().evaluate<number>("scrollY")
  expect(before).toBeGreaterThan(500)
  await last.click()
  await page().getByRole("heading", { name: "Shop 59", level: 1 }).waitFor()
  await soon(() => page().evaluate<number>("scrollY")).toBe(0)
  await page().goBack()
  await last.waitFor()
  await soon(() => page().evaluate<number>("Math.round(scrollY)")).toBe(Math.round(before))
  expect(page().url()).toContain("?search=shop")
})

test("a scroll between the list's first render and its commit is kept", async () => {
  const { page: early, faults } = await browser.visit(base)
  await early.context().addCookies(await page().context().cookies())
  await early.addInitScript(() => {
    const listen = window.addEventListener
    window.addEventListener = (...[type, ...rest]: Parameters<typeof listen>) => {
      if (type === "scroll") scrollTo(0, document.body.scrollHeight)
      listen.call(window, type, ...rest)
    }
  })
  await early.goto(`/projects/${held.projectId}/monitors`)
  await early.getByRole("link", { name: "Shop 59", exact: true }).waitFor()
  expect(await early.evaluate<number>("scrollY")).toBeGreaterThan(500)
  expect(faults).toEqual([])
})

test("a deep link opened before signing in shows its page afterwards", async () => {
  const guest = await browser.visit(base)
  await guest.page.goto(`/projects/${held.projectId}/monitors`)
  await guest.page.getByLabel("E-mail").fill("ada@example.test")
  await guest.page.getByLabel("Password").fill(password)
  await guest.page.getByRole("button", { name: "Sign in", exact: true }).click()
  await guest.page.getByRole("link", { name: /^Shop/ }).first().waitFor()
  expect(guest.faults).toEqual([])
})

test("an unknown URL says so, inside a project and outside", async () => {
  for (const path of [`/projects/${held.projectId}/nothing/here`, "/nothing", "/projects/none"]) {
    await page().goto(path)
    await page().getByRole("heading", { name: "Page not found", level: 1 }).waitFor()
    expect(await page().title()).toBe("Page not found · Watchkeeper")
    await expectAccessible(held.visitor, path)
  }
  expect(held.visitor.faults).toEqual([])
})

test("something is visible before any script or style has loaded", async () => {
  const { page: slow, faults } = await browser.visit(base)
  const release = Promise.withResolvers<void>()
  await slow.route("**/assets/**", async (route) => {
    await release.promise
    await route.continue()
  })
  await slow.goto("/", { waitUntil: "commit" })
  await slow.getByRole("heading", { name: "Watchkeeper" }).waitFor()
  const painted = () =>
    slow.evaluate<number>("performance.getEntriesByName('first-contentful-paint').length")
  await soon(painted).toBe(1)
  release.resolve()
  await slow.getByRole("heading", { name: "Sign in" }).waitFor()
  expect(faults).toEqual([])
})
