import fc from "fast-check"
import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { createGroup } from "../../src/graphql/status-pages/status-page/create-group.ts"
import type { Day } from "../../src/graphql/status-pages/status-page/page-day.ts"
import { moveResource } from "../../src/graphql/status-pages/status-page/move-resource.ts"
import { setLogo } from "../../src/graphql/status-pages/status-page/set-logo.ts"
import { updateResource } from "../../src/graphql/status-pages/status-page/update-resource.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { newId } from "../../src/platform/id.ts"
import { accentOf, contrast } from "../../src/pages/status-page/accent.ts"
import { runsOf } from "../../src/pages/status-page/bars.ts"
import { responseTimes, roundAbove } from "../../src/pages/status-page/response-times.ts"
import { localeOf } from "../../src/pages/status-page/locale.ts"
import { useApi } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { changeOf, maintain, midnight } from "../support/history.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"
import { expectAccessible, useBrowser, type Visitor } from "../web/browser.ts"

const api = useApi()
const { world } = api
const browser = useBrowser({ needsDashboard: false })
const hourMs = 3_600_000

const get = (path: string) => fetch(`${api.address}/status/${path}`)
const says = ({ page }: Visitor, text: string | RegExp) => page.getByText(text).first().waitFor()

/** One component down, one under maintenance, one operational with an earlier outage. */
async function makeBusyPage() {
  const made = await makePublicPage(world, { name: "Acme Cloud", description: "All of it." })
  const { page, projectId, attach } = made
  const [shop, mail, docs] = [await attach("Shop"), await attach("Mail"), await attach("Docs")]
  const { prisma } = world.services.database
  await prisma.monitor.updateMany({ where: { projectId }, data: { createdAt: midnight(-30) } })
  await prisma.monitorState.updateMany({
    where: { monitorId: docs.monitor.id },
    data: { status: "operational" },
  })
  await changeOf(world, docs.monitor.id, "operational", midnight(-30))
  await changeOf(world, docs.monitor.id, "offline", midnight(-10))
  await changeOf(
    world,
    docs.monitor.id,
    "operational",
    new Date(midnight(-10).getTime() + 2 * hourMs),
  )
  const now = Date.now()
  await maintain(world, mail.monitor, new Date(now - hourMs), new Date(now + hourMs))
  await recordChecks(world.services, [checkOf(shop.monitor, new Date(now - 60_000))])
  await recordChecks(world.services, [checkOf(shop.monitor, new Date(now), offline)])
  const group = await createGroup(world.system, { statusPageId: page.id, name: "Europe" })
  await moveResource(world.system, { id: shop.resource.id, groupId: group.id, position: 1 })
  await updateResource(world.system, { id: shop.resource.id, displayDescription: "Buy here." })
  return { ...made, shop }
}

test("a page works without scripts, is accessible and small", async () => {
  const { page, projectId, shop } = await makeBusyPage()
  const { ctx } = await makeMember(world, projectId, "editor")
  const incident = await world.services.database.prisma.incident.findFirstOrThrow({
    where: { monitorId: shop.monitor.id },
  })
  await addIncidentUpdate(ctx, { id: incident.id, body: "We found the cause.", isPublic: true })
  // Changes that were just written may still be on their way.
  await soon(async () => {
    const first = await get(page.slug)
    expect(first.headers.get("cache-control")).toBe("public, max-age=0")
    const tag = first.headers.get("etag") ?? ""
    return (await fetch(first.url, { headers: { "if-none-match": tag } })).status
  }).toBe(304)
  const visitor = await browser.visit(api.address)
  const sizes: Promise<number>[] = []
  visitor.page.on("requestfinished", (request) =>
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)),
  )
  await visitor.page.goto(`/status/${page.slug}`)
  expect(await visitor.page.title()).toBe("Partial outage · Acme Cloud")
  for (const text of ["Shop is down", "We found the cause.", "New disks"]) {
    await says(visitor, text)
  }
  const headings = await visitor.page.getByRole("heading").allTextContents()
  expect(headings.map((one) => one.trim())).toEqual([
    "Acme Cloud",
    "Active incidents",
    "Shop is down",
    "Maintenance",
    "New disks",
    "Europe",
    "Shop",
    "Other components",
    "Mail",
    "Docs",
    "Past incidents",
  ])
  const docs = visitor.page.getByRole("listitem").filter({ hasText: "Docs" })
  await docs.getByRole("heading", { name: "Docs" }).click()
  await docs.locator("details li", { hasText: "outage, 2 hrs down, 91.66%" }).waitFor()
  await visitor.page.getByRole("heading", { name: "Shop", exact: true }).click()
  await says(visitor, "Buy here.")
  expect(await visitor.page.evaluate<number>("document.scripts.length")).toBe(1)
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(1000)
  expect(total).toBeLessThan(60_000)
  await expectAccessible(visitor, "status page")
  await visitor.page.emulateMedia({ media: "print", colorScheme: "light" })
  await says(visitor, "Shop is down")
  // In print, controls are hidden and folded content is shown.
  expect(await visitor.page.locator(".languages").isVisible()).toBe(false)
  await visitor.page.evaluate(
    "document.querySelectorAll('details').forEach((one) => (one.open = false))",
  )
  expect(await visitor.page.locator("details[open]").count()).toBe(0)
  expect(await docs.locator("details li").isVisible()).toBe(true)
  expect(visitor.faults).toEqual([])

  // The next request shows the change.
  await resolveIncident(ctx, incident.id)
  await savePostmortem(ctx, { id: incident.id, note: "A cable.\nIt is new now.", published: true })
  await soon(async () => (await get(page.slug)).text()).toContain("post-mortem available")
  await visitor.page.emulateMedia({ media: "screen" })
  await visitor.page.goto(`/status/${page.slug}`)
  await visitor.page.getByRole("link", { name: "Shop is down" }).click()
  await says(visitor, /^A cable\./)
  const note = visitor.page.getByText(/^A cable\./).first()
  expect(await note.innerHTML()).toMatch(/^A cable\.<br>\n?It is new now\.$/)
  await expectAccessible(visitor, "incident page")
  expect(visitor.faults).toEqual([])
})

test("hostile text is escaped and breaks nothing", async () => {
  const evil = `<script>document.title="x"</script><img src=x onerror=alert(1)>\u202e]]>`
  const { page, projectId, attach } = await makePublicPage(world, {
    name: evil,
    description: "W".repeat(5000),
  })
  const { monitor, resource } = await attach(evil)
  await updateResource(world.system, {
    id: resource.id,
    displayDescription: `${evil}${"x".repeat(4800)}`,
  })
  const { ctx } = await makeMember(world, projectId, "editor")
  const incident = await declareIncident(ctx, {
    projectId,
    title: `${evil}${"x".repeat(100)}`,
    description: evil,
    monitorId: monitor.id,
  })
  const text = await (await get(page.slug)).text()
  expect(text.match(/<script/g)?.length).toBe(1)
  expect(text).not.toMatch(/<img|\u202e/)
  const visitor = await browser.visit(api.address)
  for (const path of [page.slug, `${page.slug}/incidents/${incident.id}`]) {
    await visitor.page.goto(`/status/${path}`)
    await expectAccessible(visitor, path)
    expect(await visitor.page.evaluate<number>("document.scripts.length")).toBe(1)
  }
  expect(visitor.faults).toEqual([])
})

test("any accent color stays readable, and the logo is deleted with the page", async () => {
  const { page } = await makePublicPage(world)
  const gif = "R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
  await setLogo(world.system, { id: page.id, image: gif })
  await updateStatusPage(world.system, { id: page.id, accentColor: "#ffe600" })
  await soon(async () => (await get(page.slug)).text()).toContain("--accent:#ffe600")
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}`)
  expect(await visitor.page.evaluate("document.images[0].naturalWidth")).toBe(1)
  await expectAccessible(visitor, "yellow page")
  expect(visitor.faults).toEqual([])
  const logo = await get(`${page.slug}/logo`)
  expect(Object.fromEntries(logo.headers)).toMatchObject({
    "content-type": "image/gif",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringMatching(/^default-src 'none'/),
  })
  expect(Buffer.from(await logo.arrayBuffer()).toString("base64")).toBe(gif)
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  await soon(async () => (await get(`${page.slug}/logo`)).status).toBe(404)
  const plain = await makePublicPage(world)
  expect((await get(`${plain.page.slug}/logo`)).status).toBe(404)
})

test("links of any color are readable in light and dark", () => {
  const part = fc.integer({ min: 0, max: 255 }).map((n) => n.toString(16).padStart(2, "0"))
  fc.assert(
    fc.property(fc.tuple(part, part, part), (parts) => {
      const { light, dark } = accentOf(`#${parts.join("")}`)
      for (const ground of ["#ffffff", "#f6f7f9"]) {
        expect(contrast(light.link, ground)).toBeGreaterThanOrEqual(4.5)
      }
      for (const ground of ["#0e1116", "#161a21"]) {
        expect(contrast(dark.link, ground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
  expect(accentOf("#3341b3").light.link).toBe("#3341b3")
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21)
})

test("a private page and its incidents fail byte for byte like unknown ones", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const { id } = await declareIncident(world.system, {
    projectId,
    title: "Fire",
    monitorId: monitor.id,
  })
  const other = await makePublicPage(world)
  const incident = `${page.slug}/incidents/${id}`
  expect((await get(incident)).status).toBe(200)
  expect((await get(`${other.page.slug}/incidents/${id}`)).status).toBe(404)
  expect((await get(`${page.slug}/incidents/${newId()}`)).status).toBe(404)
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  await soon(async () => (await get(page.slug)).status).toBe(404)
  const answers = await Promise.all(
    [page.slug, incident, "no-such-page", `no-such-page/incidents/${id}`, "%00", ""].map(
      async (path) => {
        const response = await get(path)
        const headers = Object.fromEntries(response.headers)
        for (const one of ["x-request-id", "date"]) delete headers[one]
        return { status: response.status, headers, text: await response.text() }
      },
    ),
  )
  expect(answers[0]).toMatchObject({
    status: 404,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    text: expect.stringContaining("Page not found"),
  })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test("a chart's scale ends at a round number above all values", () => {
  const tops = [0, 0.4, 1, 1.2, 3, 7, 10, 51, 120, 999, 1000, 1001, 30_000].map(roundAbove)
  expect(tops).toEqual([1, 1, 1, 2, 5, 10, 10, 100, 200, 1000, 1000, 2000, 50_000])
})

test("a response time chart has a scale from zero and times below", () => {
  const medians = [20, null, 40, 80]
  const { text } = responseTimes({ hours: 24, medians }, "Shop", localeOf("en"))
  expect(text).toContain("Response time · 40 ms")
  expect(text).toContain(">100 ms</span>")
  expect(text).toContain("<span>24 hours ago</span><span>now</span>")
  // A fifth, two fifths and four fifths of the height, measured from the top.
  expect(text).toContain('d="M0 38.4L1 38.4M8 28.8L12 9.6"')
})

const day = (n: number, members: Partial<Day>): Day => ({
  date: midnight(n),
  mark: "operational",
  percent: 100,
  coverage: 1,
  downMs: 0,
  excludedMs: 0,
  ...members,
})

test("consecutive days with the same mark are one run, and others are described separately", () => {
  const days = [
    day(-6, { mark: "unseen", percent: null, coverage: 0 }),
    day(-5, {}),
    day(-4, { coverage: 0.996 }),
    day(-3, { coverage: 0.5 }),
    day(-2, { mark: "partial_outage", percent: 99.999, downMs: 60_000 }),
    day(-1, { mark: "maintenance", percent: null, coverage: 0.2 }),
    day(0, { coverage: 0.4 }),
  ]
  expect(runsOf(days, localeOf("en"))).toEqual([
    { mark: "unseen", from: 0, to: 0, words: "no data" },
    { mark: "operational", from: 1, to: 2, words: "no issues" },
    { mark: "operational", from: 3, to: 3, words: "no issues, data for 50% of the day" },
    { mark: "partial_outage", from: 4, to: 4, words: "partial outage, 1 min down, 99.99%" },
    { mark: "maintenance", from: 5, to: 5, words: "maintenance, data for 20% of the day" },
    { mark: "operational", from: 6, to: 6, words: "no issues" },
  ])
})
