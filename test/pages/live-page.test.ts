import { afterAll, beforeAll, expect, test } from "vitest"
import { startApi } from "../../src/api/main.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { setPageAccess } from "../../src/graphql/status-pages/status-page/set-page-access.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { apiEnv } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { changeOf, midnight } from "../support/history.ts"
import { makeMember } from "../support/people.ts"
import { makePublicPage } from "../support/status-page.ts"
import { useWorld } from "../support/world.ts"
import { expectAccessible, freePort, useBrowser, type Visitor } from "../web/browser.ts"

const browser = useBrowser({ needsDashboard: false })
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const world = useWorld({ ...apiEnv, PORT: port, BASE_URL: base })
const held: { stop?(): Promise<void> } = {}
const start = async () => {
  Object.assign(held, await startApi(world.services))
}

beforeAll(start)
afterAll(() => held.stop?.())

const lost = "Connection lost"
const headline = ({ page }: Visitor, words: string) =>
  page.locator(".headline", { hasText: words }).waitFor()

/** Docs had one outage, so that there is a day to expand. */
async function makePage() {
  const made = await makePublicPage(world, { name: "Acme Cloud" })
  const [shop, docs] = [await made.attach("Shop"), await made.attach("Docs")]
  const { prisma } = world.services.database
  const { projectId } = made
  await prisma.monitor.updateMany({ where: { projectId }, data: { createdAt: midnight(-30) } })
  await changeOf(world, docs.monitor.id, "operational", midnight(-30))
  await changeOf(world, docs.monitor.id, "offline", midnight(-10))
  await changeOf(world, docs.monitor.id, "operational", midnight(-9))
  await recordChecks(world.services, [checkOf(docs.monitor, new Date())])
  await recordChecks(world.services, [checkOf(shop.monitor, new Date(Date.now() - 60_000))])
  return { ...made, shop, docs }
}

test("a change appears at once, is announced to screen readers, and leaves the rest of the page alone", async () => {
  const { page: shown, projectId, shop } = await makePage()
  const visitor = await browser.visit(base)
  const { page } = visitor
  await page.goto(`/status/${shown.slug}`)
  await headline(visitor, "All systems operational")
  await page.getByText("· Live").waitFor()
  await page.getByRole("heading", { name: "Docs" }).click()
  await page.evaluate("document.body.dataset.same = 'yes'")
  await page.evaluate(`{
    const watch = new MutationObserver(() => {
      if (document.querySelector(".headline").textContent.includes("outage")) window.shownAt ??= Date.now()
    })
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  }`)

  await recordChecks(world.services, [checkOf(shop.monitor, new Date(), offline)])
  const committedAt = Date.now()
  await headline(visitor, "Partial outage")
  const shownAt = await page.evaluate<number>("window.shownAt")
  // Generous for a busy machine; the benchmark measures the time.
  expect(shownAt - committedAt).toBeLessThan(2000)
  await page.getByRole("heading", { name: "Shop is down" }).waitFor()
  expect(await page.title()).toBe("Partial outage · Acme Cloud")
  const news = page.locator("#news")
  expect((await news.textContent())?.trim()).toBe("Partial outage")
  expect(await news.getAttribute("aria-live")).toBe("polite")
  expect(await page.evaluate("document.body.dataset.same")).toBe("yes")
  expect(await page.locator("details[open]").count()).toBe(1)
  expect(await page.evaluate("document.activeElement.tagName")).toBe("SUMMARY")
  await expectAccessible(visitor, "live page")

  const { ctx } = await makeMember(world, projectId, "editor")
  const incident = await world.services.database.prisma.incident.findFirstOrThrow({
    where: { projectId },
  })
  await page.getByRole("link", { name: "Shop is down" }).click()
  await page.getByText("Investigating").first().waitFor()
  await resolveIncident(ctx, incident.id)
  await headline(visitor, "Resolved")
  expect(visitor.faults).toEqual([])
})

test("a page says that its connection is lost, and catches up by itself afterwards", async () => {
  const { page: shown, shop } = await makePage()
  const visitor = await browser.visit(base)
  const { page } = visitor
  await page.goto(`/status/${shown.slug}`)
  await page.getByText("· Live").waitFor()
  expect(await page.getByText(lost).count()).toBe(0)

  await held.stop?.()
  await page.getByText(lost).waitFor()
  expect(await page.locator("#stale").getAttribute("aria-live")).toBe("polite")
  expect(await page.getByText("· Live").isVisible()).toBe(false)
  await headline(visitor, "All systems operational")
  await expectAccessible(visitor, "stale page")
  await recordChecks(world.services, [checkOf(shop.monitor, new Date(), offline)])

  await start()
  await page.evaluate("dispatchEvent(new Event('online'))")
  await headline(visitor, "Partial outage")
  await page.getByText(lost).waitFor({ state: "detached" })
  await page.getByText("· Live").waitFor()

  await updateStatusPage(world.system, { id: shown.id, isPublic: false })
  await page.getByRole("heading", { name: "Page not found" }).waitFor()
  expect(visitor.faults).toEqual([])
})

test("after a change, many visitors request the page at random times", async () => {
  const { page: shown } = await makePage()
  const { page, faults } = await browser.visit(base)
  await page.addInitScript("Math.random = () => 0.9")
  const said = { data: { publicStatusPageChanged: { version: "another" } } }
  const reported = JSON.stringify({ ...said, extensions: { spreadMs: 1000 } })
  const heard = Promise.withResolvers<number>()
  await page.route("**/graphql?*", async (route) => {
    // Before the page can have received it: a busy machine makes the wait longer, never shorter.
    heard.resolve(performance.now())
    await route.fulfill({
      contentType: "text/event-stream",
      body: `:\n\nevent: next\ndata: ${reported}\n\n`,
    })
  })
  const asked = page.waitForRequest((request) => {
    return request.url().endsWith(shown.slug) && request.resourceType() === "fetch"
  })
  await page.goto(`/status/${shown.slug}`)
  await asked
  const waitedMs = performance.now() - (await heard.promise)
  expect(waitedMs).toBeGreaterThan(850)
  expect(faults).toEqual([])
})

test("a visitor who may see a page that becomes private keeps seeing it, without live updates", async () => {
  const { page: shown } = await makePage()
  const password = "correct horse battery"
  await updateStatusPage(world.system, { id: shown.id, isPublic: false })
  await setPageAccess(world.system, { id: shown.id, kind: "password", password })
  const visitor = await browser.visit(base)
  const { page, faults } = visitor
  await page.goto(`/status/${shown.slug}`)
  await page.locator("input[type=password]").fill(password)
  await page.keyboard.press("Enter")
  await headline(visitor, "All systems operational")
  expect(await page.getByText("· Live").isVisible()).toBe(false)
  await updateStatusPage(world.system, { id: shown.id, isPublic: true })
  await page.goto(`/status/${shown.slug}`)
  await page.getByText("· Live").waitFor()
  await updateStatusPage(world.system, { id: shown.id, isPublic: false })
  await page.getByText("· Live").waitFor({ state: "hidden" })
  await headline(visitor, "All systems operational")
  expect(await page.locator("html[data-version]").count()).toBe(0)
  expect(faults).toEqual([])
})

test("without scripts the page is complete, and says nothing of being live or stale", async () => {
  const { page: shown, shop } = await makePage()
  await recordChecks(world.services, [checkOf(shop.monitor, new Date(), offline)])
  const visitor = await browser.visit(base, { javaScriptEnabled: false })
  const { page } = visitor
  await page.goto(`/status/${shown.slug}`)
  await headline(visitor, "Partial outage")
  await page.getByRole("heading", { name: "Shop is down" }).waitFor()
  expect(await page.getByText("· Live").isVisible()).toBe(false)
  expect(await page.locator("#stale").textContent()).toBe("")
  await page.getByRole("link", { name: "Shop is down" }).click()
  await page.getByRole("heading", { name: "Updates" }).waitFor()
})

test("a page that cannot load an announced change says that it is out of date, and retries", async () => {
  const { page: shown, shop } = await makePage()
  const before = await (await fetch(`${base}/status/${shown.slug}`)).text()
  const visitors = await Promise.all(["old", "none"].map(() => browser.visit(base)))
  const [old, none] = visitors
  if (old === undefined || none === undefined) throw new Error("there are two")
  for (const { page } of visitors) {
    await page.goto(`/status/${shown.slug}`)
    await page.getByText("· Live").waitFor()
  }
  // A server that has not received the change, and a connection that breaks.
  await old.page.route(`**/status/${shown.slug}`, (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: before }),
  )
  await none.page.route(`**/status/${shown.slug}`, () => undefined)
  await recordChecks(world.services, [checkOf(shop.monitor, new Date(), offline)])
  await Promise.all(visitors.map(({ page }) => page.getByText(lost).waitFor()))
  await old.page.unrouteAll()
  await old.page.evaluate("dispatchEvent(new Event('online'))")
  await headline(old, "Partial outage")
  await old.page.getByText("· Live").waitFor()
  expect(await old.page.getByText(lost).count()).toBe(0)
  for (const { faults } of visitors) expect(faults).toEqual([])
})
