import { expect, test } from "vitest"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { updateResource } from "../../src/graphql/status-pages/status-page/update-resource.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import type { ResponseTimes } from "../../src/graphql/status-pages/status-page/view-response-times.ts"
import { newId } from "../../src/platform/id.ts"
import { responseTimes } from "../../src/pages/status-page/response-times.ts"
import { localeOf } from "../../src/pages/status-page/locale.ts"
import { useApi } from "../support/api.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { checkOf } from "../support/checks.ts"
import { makePublicPage } from "../support/status-page.ts"
import { expectAccessible, useBrowser } from "../web/browser.ts"

const api = useApi()
const { world } = api
const browser = useBrowser({ needsDashboard: false })
const hourMs = 3_600_000

const get = (path: string) => fetch(`${api.address}/status/${path}`)
const monthKey = (months: number): string => {
  const now = new Date()
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
  return at.toISOString().slice(0, 7)
}

/** A resolved incident that began in a previous month. */
async function incidentOf(
  made: Awaited<ReturnType<typeof makePublicPage>>,
  title: string,
  monitorId: string,
  months: number,
) {
  const { id } = await declareIncident(world.system, {
    projectId: made.projectId,
    title,
    monitorId,
  })
  await resolveIncident(world.system, id)
  const startedAt = new Date(`${monthKey(months)}-02T10:00:00Z`)
  const data = { startedAt, resolvedAt: new Date(startedAt.getTime() + hourMs) }
  await world.services.database.prisma.incident.update({ where: { id }, data })
  return id
}

test("the history links months, and incidents that the page itself no longer shows", async () => {
  const made = await makePublicPage(world, { name: "Acme Cloud" })
  const { page } = made
  const { monitor } = await made.attach("Shop")
  const other = await makePublicPage(world)
  const { monitor: strange } = await other.attach("Shop")
  const old = await incidentOf(made, "Flood", monitor.id, -5)
  await incidentOf(made, "Storm", monitor.id, -4)
  const foreign = await incidentOf(other, "Fire", strange.id, -5)
  const month = `${page.slug}/history/${monthKey(-5)}`
  const text = await (await get(month)).text()
  expect(text).toContain("Flood")
  expect(text).not.toMatch(/Storm|Fire/)
  expect(text).toContain(`/history/${monthKey(-4)}"`)
  expect(text).not.toContain(`/history/${monthKey(-6)}"`)
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}`)
  await visitor.page.getByRole("link", { name: "History" }).click()
  await visitor.page.getByText(/^No incidents in/).waitFor()
  await expectAccessible(visitor, "history")
  for (let months = 0; months < 5; months += 1) {
    await visitor.page.getByRole("link", { name: "Earlier" }).click()
  }
  await visitor.page.getByRole("link", { name: "Flood" }).click()
  await visitor.page.getByRole("heading", { name: "Flood" }).waitFor()
  expect(visitor.faults).toEqual([])
  expect((await get(`${page.slug}/incidents/${old}`)).status).toBe(200)
  expect((await get(`${page.slug}/incidents/${foreign}`)).status).toBe(404)
  expect((await get(`${page.slug}/incidents/${newId()}`)).status).toBe(404)
})

test("an invalid, future or too early month is a 404", async () => {
  const { page } = await makePublicPage(world)
  expect((await get(`${page.slug}/history`)).status).toBe(200)
  expect((await get(`${page.slug}/history/${monthKey(0)}`)).status).toBe(200)
  for (const key of [monthKey(1), monthKey(-1), "2026-13", "2026-1", "1999-01", "x", "2026-01/x"]) {
    const { status } = await get(`${page.slug}/history/${key}`)
    expect({ key, status }).toEqual({ key, status: 404 })
  }
})

test("a page shows the response times of a monitor by the hour, or by five minutes while it is new", async () => {
  const { page, attach } = await makePublicPage(world)
  const { monitor, resource } = await attach("Shop")
  const { prisma } = world.services.database
  const now = new Date()
  const timesNow = async () => {
    const view = await readPublicPage(world.services, page.slug, now)
    return view?.sections[0]?.components[0]?.responseTimes ?? null
  }
  expect(await timesNow()).toBeNull()
  for (const [minutes, durationMs] of [
    [21, 90],
    [20, 110],
    [11, 300],
  ] as const) {
    const at = new Date(Math.floor(now.getTime() / 300_000) * 300_000 - minutes * 60_000)
    await recordChecks(world.services, [checkOf(monitor, at, { durationMs })])
  }
  const young = await timesNow()
  expect(young?.hours).toBe(3)
  expect(young?.medians.length).toBe(36)
  expect(young?.medians.flatMap((ms, at) => (ms === null ? [] : [[at - 36, ms]]))).toEqual([
    [-5, 90],
    [-4, 110],
    [-3, 300],
  ])
  await prisma.monitor.update({
    where: { id: monitor.id },
    data: { createdAt: new Date(now.getTime() - 48 * hourMs) },
  })
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs - 2 * hourMs)
  await prisma.monitorHour.create({
    data: {
      monitorSeq: monitor.seq,
      at: hour,
      operationalMs: 0,
      degradedMs: 0,
      offlineMs: 0,
      unknownMs: 0,
      maintenanceMs: 0,
      operationalChecks: 1,
      degradedChecks: 0,
      offlineChecks: 0,
      unknownChecks: 0,
      latencySumMs: 250,
      p50Ms: 250,
    },
  })
  const old = await timesNow()
  expect(old).toEqual({
    hours: 24,
    medians: [...Array.from({ length: 22 }, () => null), 250, null],
  })
  // The duration of an evaluation of telemetry is no response time.
  await prisma.monitor.update({ where: { id: monitor.id }, data: { kind: "log" } })
  expect(await timesNow()).toBeNull()
  await prisma.monitor.update({ where: { id: monitor.id }, data: { kind: "http" } })
  expect(await timesNow()).toEqual(old)
  await updateResource(world.system, { id: resource.id, showResponseTimes: false })
  expect(await timesNow()).toBeNull()
})

const drawn = (medians: ResponseTimes["medians"]) =>
  responseTimes({ hours: 24, medians }, "Shop", localeOf("en")).text

test("a chart has a text alternative, breaks at gaps, and is absent with fewer than two values", () => {
  expect(drawn([])).toBe("")
  expect(drawn([null, 100, null])).toBe("")
  const chart = drawn([100, 200, null, 400, 300])
  expect(chart).toContain(
    'aria-label="Shop: response time over the last 24 hours, typically 200 ms, at most 400 ms"',
  )
  expect(chart).toContain('d="M0 38.4L4 28.8M12 9.6L16 19.2"')
  expect(drawn([0, 0])).toContain('d="M0 48L4 48"')
})
