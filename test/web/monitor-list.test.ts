import { beforeAll, expect, test } from "vitest"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { asWritten } from "../../src/findings/finding.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { newId } from "../../src/platform/id.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { checkOf } from "../support/checks.ts"
import { addMonitors } from "../support/many-monitors.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const held = {} as { visitor: Visitor; projectId: string }
const page = () => held.visitor.page
const database = () => api.world.services.database.prisma
const list = () => page().getByRole("list", { name: "Monitors" })
const toast = (text: string) =>
  page().getByRole("region", { name: "Notifications" }).getByText(text)
const open = (search = "") => page().goto(`/projects/${held.projectId}/monitors${search}`)

beforeAll(async () => {
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  held.projectId = (await database().project.findFirstOrThrow()).id
  await addMonitors(api.world.services, held.projectId, 20_000)
})

/** Milliseconds from the answer with the first page to its first row in the document. */
const renderMs = `(() => {
  const answers = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/graphql"))
  const row = globalThis.firstRowAt
  return row - Math.max(...answers.map(({ responseEnd }) => responseEnd).filter((at) => at <= row))
})()`

test("of 20,000 monitors, the first rows come with the answer and few are in the document", async () => {
  await page().addInitScript(`
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("[data-row]") === null) return
      globalThis.firstRowAt = performance.now()
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true })`)
  const times: number[] = []
  for (let visit = 0; visit < 3; visit++) {
    await open()
    await list().getByRole("link").first().waitFor()
    times.push(await page().evaluate<number>(renderMs))
  }
  // The benchmark holds it to 300 ms; a busy machine takes longer.
  expect(Math.min(...times)).toBeLessThan(1500)
  for (let at = 0; at < 5; at++) {
    await page().mouse.wheel(0, 3000)
    await page().evaluate("new Promise(requestAnimationFrame)")
  }
  const nodes = await page().evaluate<number>("document.querySelectorAll('*').length")
  expect(nodes).toBeLessThan(2500)
})

test("search, filters and keys find a monitor among all of them", async () => {
  await open()
  await page()
    .getByText("3,333 of 20000 are offline")
    .or(page().getByText(/of 20000/))
    .waitFor()
  await page().keyboard.press("/")
  await page().keyboard.type("monitor 1999")
  await soon(() => list().getByRole("listitem").count()).toBe(11)
  await page().getByLabel("Status").selectOption("operational")
  await soon(() => page().url()).toContain("status=operational")
  await page().reload()
  await list().getByRole("link").first().waitFor()
  expect(await page().getByLabel("Search by name, target, or label").inputValue()).toBe(
    "monitor 1999",
  )
  await page().getByRole("heading", { name: "Monitors", level: 1 }).click()
  await page().keyboard.press("j")
  await page().keyboard.press("x")
  await page().getByText("1 selected").waitFor()
  await page().keyboard.press("Escape")
  await page().getByText("1 selected").waitFor({ state: "detached" })
  const name = await list().getByRole("link").first().textContent()
  await page().keyboard.press("Enter")
  await page()
    .getByRole("heading", { name: name ?? "", level: 1 })
    .waitFor()
  expect(held.visitor.faults).toEqual([])
})

test("all that match are paused at once and undone, one is muted and deleted", async () => {
  await open("?search=monitor+1234")
  await page()
    .getByLabel(/^Select Monitor 1234/)
    .first()
    .click()
  await page()
    .getByRole("button", { name: /^Select all 11 that match/ })
    .click()
  await page().getByText("11 selected").waitFor()
  await page().getByRole("button", { name: "Pause", exact: true }).click()
  await toast("11 monitors paused").waitFor()
  const paused = { projectId: held.projectId, pausedAt: { not: null } }
  expect(await database().monitor.count({ where: paused })).toBe(11)
  await page().getByRole("button", { name: "Undo" }).click()
  await soon(() => database().monitor.count({ where: paused })).toBe(0)

  // Moved to a policy, and by the toast back to the one before.
  const { id: policyId } = await database().onCallPolicy.create({
    data: {
      id: newId(),
      projectId: held.projectId,
      name: "Night",
      repeatCount: 0,
      repeatDelayMinutes: 5,
    },
  })
  await page().reload()
  const one = page()
    .getByLabel(/^Select Monitor 1234/)
    .first()
  await one.click()
  await page().getByRole("button", { name: "Policy", exact: true }).click()
  await page().getByRole("menuitem", { name: "Night" }).click()
  await toast("1 monitor moved to Night").waitFor()
  expect(await database().monitor.count({ where: { policyId } })).toBe(1)
  await page().getByRole("button", { name: "Undo" }).click()
  await soon(() => database().monitor.count({ where: { policyId } })).toBe(0)

  await one.click()
  await page().getByRole("button", { name: "Mute", exact: true }).click()
  await page().getByRole("menuitem", { name: "Mute for 1 hour" }).click()
  await toast("1 monitor muted for 1 hour").waitFor()
  await list().getByText("Muted").waitFor()
  await page()
    .getByLabel(/^Select Monitor 1234/)
    .first()
    .click()
  await page().getByRole("button", { name: "Delete", exact: true }).click()
  await toast("1 monitor deleted").waitFor()
  await soon(() => list().getByRole("listitem").count()).toBe(10)
  const left = { projectId: held.projectId, deletedAt: null }
  const before = await database().monitor.count({ where: left })
  // A page that is left still sends what its toast could have undone.
  await page().goto("about:blank")
  await soon(() => database().monitor.count({ where: left })).toBe(before - 1)

  await open("?search=monitor+1234")
  await page()
    .getByLabel(/^Select Monitor 1234/)
    .first()
    .click()
  await page()
    .getByRole("button", { name: /^Select all 10 that match/ })
    .click()
  await page().getByRole("button", { name: "Delete", exact: true }).click()
  await page().getByRole("button", { name: "Delete 10 monitors" }).click()
  await toast("10 monitors deleted").waitFor()
  expect(await database().monitor.count({ where: left })).toBe(before - 11)
  expect(held.visitor.faults).toEqual([])
})

test("a label is deleted after ten seconds, and stays if the server does not answer", async () => {
  await createLabel(api.world.system, { projectId: held.projectId, name: "blue", color: "#3366ff" })
  const label = page().getByText("blue", { exact: true })
  const remove = page().getByRole("button", { name: "Delete the label blue" })
  await page().clock.install()
  await page().goto(`/projects/${held.projectId}/settings/labels`)
  await remove.click()
  await label.waitFor({ state: "detached" })
  await page().route("**/graphql", (route) => route.abort())
  await page().clock.fastForward(11_000)
  await toast("The server cannot be reached").waitFor()
  await label.waitFor()
  await page().unroute("**/graphql")
  await remove.click()
  await label.waitFor({ state: "detached" })
  expect(await database().label.count({ where: { name: "blue" } })).toBe(1)
  await page().clock.fastForward(11_000)
  await soon(() => database().label.count({ where: { name: "blue" } })).toBe(0)
  expect(held.visitor.faults).toEqual([])
})

test("views are saved; groups and the grid are accessible; statuses change in place", async () => {
  await open("?search=monitor+1777")
  await list().getByRole("link").first().waitFor()
  await page().getByLabel("Group by").selectOption("label")
  const headings = list().getByRole("heading")
  await headings.first().waitFor()
  await soon(async () => {
    const names = await headings.allTextContents()
    return names.length - new Set(names).size
  }).toBe(0)
  await page().getByText("Grid", { exact: true }).click()
  await soon(async () => (await headings.first().boundingBox())?.height ?? 0).toBeLessThan(50)
  await page().getByText("List", { exact: true }).click()
  await expectAccessible(held.visitor, "monitors by label")
  await page().getByRole("button", { name: "Views" }).click()
  await page().getByRole("menuitem", { name: "Save this view…" }).click()
  await page().getByLabel("Name", { exact: true }).fill("Seventeen")
  await page().getByRole("button", { name: "Save view" }).click()
  await page().getByRole("button", { name: "Seventeen" }).waitFor()
  await open("?layout=grid&search=only")
  const monitor = await createMonitor(api.world.system, {
    projectId: held.projectId,
    kind: "http",
    name: "The only one",
    url: "http://192.0.2.1/only",
    failureThreshold: 2,
  })
  const failed: Partial<CheckResult> = {
    status: "offline",
    failureClass: "assertion",
    findings: [asWritten("Got 500")],
  }
  await recordChecks(api.world.system, [checkOf(monitor, new Date(), failed)])
  await page().reload()
  await list().getByText("The only one").waitFor()
  await list().getByText("1 of 2 failures").waitFor()
  await list()
    .getByText(/^next check in \d+ s$/)
    .waitFor()
  await recordChecks(api.world.system, [checkOf(monitor, new Date(), failed)])
  await list().getByText("Offline").waitFor()
  await page().getByRole("button", { name: "Statuses changed: update the order" }).click()
  await expectAccessible(held.visitor, "monitors as a grid")
  await page().getByRole("button", { name: "Views" }).click()
  await page().getByRole("menuitem", { name: "Seventeen" }).click()
  await list().getByRole("heading").first().waitFor()
  expect(page().url()).toContain("group=label")
  expect(held.visitor.faults).toEqual([])
})
