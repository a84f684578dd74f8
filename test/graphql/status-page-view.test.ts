import { describe, expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { changeIncidentState } from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { updateIncident } from "../../src/graphql/incidents/incident/update-incident.ts"
import { createGroup } from "../../src/graphql/status-pages/status-page/create-group.ts"
import { noTimes, type Times } from "../../src/graphql/monitoring/check/rules/uptime-times.ts"
import { markOf, type DayMark } from "../../src/graphql/status-pages/status-page/page-day.ts"
import {
  headlineOf,
  impactOf,
  type Headline,
  type Impact,
} from "../../src/graphql/status-pages/status-page/rules/page-headline.ts"
import { moveResource } from "../../src/graphql/status-pages/status-page/move-resource.ts"
import { showIncident } from "../../src/graphql/status-pages/status-page/show-incident.ts"
import { updateResource } from "../../src/graphql/status-pages/status-page/update-resource.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import type { Database } from "../../src/platform/postgres.ts"
import { newId } from "../../src/platform/id.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { changeOf, createdMonitor, maintain, midnight } from "../support/history.ts"
import { makeMember } from "../support/people.ts"
import { makePublicPage } from "../support/status-page.ts"
import { useWorld } from "../support/world.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"

const world = useWorld()
const hourMs = 3_600_000

const makeTeamMember = (projectId: string) => makeMember(world, projectId, "editor")

async function view(slug: string, now = new Date()) {
  const read = await readPublicPage(world.services, slug, now)
  if (read === null) throw new Error("the page is public")
  return read
}

describe("the headline", () => {
  const o = { status: "operational", isUnderMaintenance: false } as const
  const g = { status: "degraded", isUnderMaintenance: false } as const
  const x = { status: "offline", isUnderMaintenance: false } as const
  const u = { status: "unknown", isUnderMaintenance: false } as const
  const m = { status: "offline", isUnderMaintenance: true } as const
  const cases: [string, Parameters<typeof headlineOf>[0], Impact[], Headline][] = [
    ["an empty page", [], [], "unknown"],
    ["nothing seen yet", [u, u], [], "unknown"],
    ["all well", [o, o], [], "operational"],
    ["all well that we can see", [o, u], [], "operational"],
    ["one worse", [o, g], [], "degraded"],
    ["one down of several", [o, g, x], [], "partial_outage"],
    ["one down beside one unseen", [u, x], [], "partial_outage"],
    ["the only one down", [x], [], "major_outage"],
    ["all down", [x, x], [], "major_outage"],
    ["all down that is not under maintenance", [x, m], [], "major_outage"],
    ["down under maintenance", [o, m], [], "maintenance"],
    ["all under maintenance", [m], [], "maintenance"],
    ["worse beside a maintenance", [g, m], [], "degraded"],
    ["a minor incident by hand", [o], ["minor"], "degraded"],
    ["a major incident by hand", [o, o], ["minor", "major"], "partial_outage"],
    ["a critical incident by hand", [o, g], ["critical"], "major_outage"],
    ["a minor incident while all is down", [x], ["minor"], "major_outage"],
    ["an incident while nothing is seen", [u], ["major"], "partial_outage"],
  ]
  test.each(cases)("of %s", (_name, components, open, headline) => {
    expect(headlineOf(components, open)).toBe(headline)
  })

  test("maps any severity rank to one of three impacts", () => {
    expect([1, 2, 3, 1000].map(impactOf)).toEqual(["critical", "major", "minor", "minor"])
  })
})

test("a day's mark is its worst status", () => {
  const cases: [number | null, Partial<Times>, DayMark][] = [
    [null, { unknown: 9 }, "unseen"],
    [null, { unknown: 9, maintenance: 1 }, "maintenance"],
    [100, { operational: 9 }, "operational"],
    [100, { operational: 9, maintenance: 1 }, "maintenance"],
    [100, { operational: 9, degraded: 1, maintenance: 1 }, "degraded"],
    [99.9, { operational: 999, offline: 1 }, "partial_outage"],
    [98, { operational: 98, offline: 2 }, "partial_outage"],
    [97.9, { operational: 979, offline: 21 }, "major_outage"],
    [0, { offline: 9 }, "major_outage"],
  ]
  for (const [percent, times, mark] of cases) {
    expect(markOf({ percent, times: { ...noTimes, ...times } })).toBe(mark)
  }
})

test("an unknown page, a private one and an invalid slug all return null", async () => {
  const { page } = await makePublicPage(world)
  expect(await readPublicPage(world.services, page.slug, new Date())).not.toBeNull()
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  for (const slug of [page.slug, "no-such-page", "../x", "a\u0000b", "A".repeat(10_000), ""]) {
    expect(await readPublicPage(world.services, slug, new Date())).toBeNull()
  }
})

test("components are listed in their groups and order, with status, maintenance and ninety days", async () => {
  const { page, projectId, attach } = await makePublicPage(world, { description: "All of it" })
  const { id: monitorId, createdAt, ...shop } = await createdMonitor(world, projectId, midnight(-2))
  await world.services.database.prisma.monitorState.update({
    where: { monitorId },
    data: { status: "degraded", statusSince: midnight(0) },
  })
  await changeOf(world, monitorId, "operational", createdAt)
  await changeOf(world, monitorId, "offline", new Date(createdAt.getTime() + 6 * hourMs))
  await changeOf(world, monitorId, "operational", new Date(createdAt.getTime() + 12 * hourMs))
  await rollUp(world.services)
  const given = { statusPageId: page.id, monitorId, displayName: "Shop" }
  const shopRow = await attachMonitor(world.system, given)
  const mail = await attach("Mail")
  const now = new Date()
  await maintain(
    world,
    mail.monitor,
    new Date(now.getTime() - hourMs),
    new Date(now.getTime() + hourMs),
  )
  await createGroup(world.system, { statusPageId: page.id, name: "Empty" })
  const group = await createGroup(world.system, { statusPageId: page.id, name: "Europe" })
  await moveResource(world.system, { id: mail.resource.id, groupId: group.id, position: 1 })
  await updateResource(world.system, { id: mail.resource.id, showUptimePercent: false })
  const read = await view(page.slug, now)
  expect(read).toMatchObject({
    slug: page.slug,
    name: "Acme",
    description: "All of it",
    headline: "degraded",
    sections: [
      {
        name: "Europe",
        components: [
          {
            id: mail.resource.id,
            name: "Mail",
            status: "unknown",
            isUnderMaintenance: true,
            percent: null,
          },
        ],
      },
      {
        name: null,
        components: [
          { id: shopRow.id, name: "Shop", status: "degraded", isUnderMaintenance: false },
        ],
      },
    ],
    openIncidents: [],
    pastIncidents: [],
    maintenances: {
      ongoing: [{ title: "New disks", componentIds: [mail.resource.id] }],
      ahead: [],
      past: [],
    },
  })
  const [component] = read.sections[1]?.components ?? []
  expect(component?.days).toHaveLength(90)
  expect(component?.days.slice(-4)).toMatchObject([
    { date: midnight(-3), mark: "unseen", percent: null, coverage: 0, downMs: 0 },
    { date: midnight(-2), mark: "major_outage", percent: 75, coverage: 1, downMs: 6 * hourMs },
    { date: midnight(-1), mark: "operational", percent: 100, coverage: 1 },
    { date: midnight(0), mark: "operational", percent: 100 },
  ])
  const seen = now.getTime() - createdAt.getTime()
  expect(component?.percent).toBeCloseTo((100 * (seen - 6 * hourMs)) / seen, 3)
  expect(JSON.stringify(read)).not.toContain(shop.host)
})

describe("incidents", () => {
  test("of a page's monitor use the page's names and hide internal details", async () => {
    const { page, attach } = await makePublicPage(world)
    const { monitor, resource } = await attach("Shop", "secret-host-7")
    await attach("Mail", "other")
    const at = Date.now()
    await recordChecks(world.services, [checkOf(monitor, new Date(at - 60_000))])
    await recordChecks(world.services, [checkOf(monitor, new Date(at), offline)])
    const down = await view(page.slug)
    expect(down).toMatchObject({
      headline: "partial_outage",
      openIncidents: [
        {
          title: "Shop is down",
          impact: "major",
          state: { name: "identified", meaning: "open" },
          startedAt: new Date(at),
          resolvedAt: null,
          componentIds: [resource.id],
          updates: [{ kind: "declared", body: null }],
          postmortem: null,
        },
      ],
      pastIncidents: [],
    })
    const id = down.openIncidents[0]?.id ?? ""
    await acknowledgeIncident(world.system, id)
    const { ctx } = await makeTeamMember(page.projectId)
    await addIncidentUpdate(ctx, { id, body: "secret: the disk of 10.0.0.7 is full" })
    await addIncidentUpdate(ctx, { id, body: "We found the cause.", isPublic: true })
    await recordChecks(world.services, [checkOf(monitor, new Date(at + 60_000))])
    await savePostmortem(ctx, { id, note: "secret for now" })
    const over = await view(page.slug, new Date(at + 120_000))
    expect(over.openIncidents).toEqual([])
    expect(over.pastIncidents).toMatchObject([
      {
        resolvedAt: new Date(at + 60_000),
        updates: [
          { kind: "resolved", body: null },
          { kind: "note", body: "We found the cause." },
          { kind: "acknowledged", body: null },
          { kind: "declared", body: null },
        ],
        postmortem: null,
      },
    ])
    for (const read of [down, over]) expect(JSON.stringify(read)).not.toMatch(/secret|127\.0\.0\.1/)
    await savePostmortem(ctx, { id, note: "The disk was full.", published: true })
    await updateIncident(ctx, { id, title: "The shop was closed" })
    expect((await view(page.slug, new Date(at + 120_000))).pastIncidents).toMatchObject([
      { title: "The shop was closed", postmortem: "The disk was full." },
    ])
  })

  test("declared manually are on the pages they were added to, with their public text", async () => {
    const { page, projectId, attach } = await makePublicPage(world)
    await attach("Shop")
    const { ctx } = await makeTeamMember(projectId)
    const given = { projectId, title: "Fire", description: "It burns.", severity: "critical" }
    const incident = await declareIncident(ctx, given)
    expect((await view(page.slug)).openIncidents).toEqual([])
    await showIncident(world.system, { statusPageId: page.id, incidentId: incident.id })
    await changeIncidentState(ctx, { id: incident.id, state: "acknowledged" })
    expect(await view(page.slug)).toMatchObject({
      headline: "major_outage",
      openIncidents: [
        {
          title: "Fire",
          impact: "critical",
          componentIds: [],
          updates: [
            { kind: "acknowledged", body: null },
            { kind: "declared", body: "It burns." },
          ],
        },
      ],
    })
  })

  test("of a monitor that is not on the page are linked to the components that they name", async () => {
    const { page, projectId, attach } = await makePublicPage(world)
    const { monitor, resource } = await attach("Docs")
    const other = await insertMonitor(world, projectId, { name: "secret-7", failureThreshold: 1 })
    const at = Date.now()
    await recordChecks(world.services, [checkOf(other, new Date(at - 60_000))])
    await recordChecks(world.services, [checkOf(other, new Date(at), offline)])
    const { id, title } = await world.services.database.prisma.incident.findFirstOrThrow({
      where: { monitorId: other.id },
    })
    expect(title).toBe("secret-7 is down")
    const monitors = [{ monitorId: monitor.id, status: "offline" as const }]
    await updateIncident(world.system, { id, monitors })
    const read = await view(page.slug)
    expect(read.openIncidents).toMatchObject([
      { title: "Docs is down", outageOf: "Docs", componentIds: [resource.id] },
    ])
    expect(JSON.stringify(read)).not.toContain("secret")
  })

  test("of other monitors of the project are on no page", async () => {
    const { page, projectId } = await makePublicPage(world)
    const { id: monitorId } = await insertMonitor(world, projectId)
    await declareIncident(world.system, { projectId, title: "Hidden", monitorId })
    expect(await view(page.slug)).toMatchObject({ openIncidents: [], headline: "unknown" })
  })
})

test("a maintenance is upcoming, ongoing or past by its times; a cancelled one is hidden", async () => {
  const { page, attach } = await makePublicPage(world)
  const { monitor, resource } = await attach("Shop")
  const start = new Date()
  const at = (hours: number) => new Date(start.getTime() + hours * hourMs)
  const window = await maintain(world, monitor, at(1), at(2))
  const cancelled = await maintain(world, monitor, at(1), at(3))
  await world.services.database.prisma.maintenance.update({
    where: { id: cancelled.id },
    data: { state: "cancelled" },
  })
  const received = { id: window.id, title: "New disks", componentIds: [resource.id] }
  expect(await view(page.slug, at(0))).toMatchObject({
    headline: "unknown",
    maintenances: { ahead: [received], ongoing: [], past: [] },
  })
  expect(await view(page.slug, at(1))).toMatchObject({
    headline: "maintenance",
    maintenances: { ahead: [], ongoing: [received], past: [] },
  })
  expect(await view(page.slug, at(2))).toMatchObject({
    headline: "unknown",
    maintenances: { ahead: [], ongoing: [], past: [received] },
  })
})

test("a hundred components with incidents need as many statements as one", async () => {
  const { page, projectId } = await makePublicPage(world)
  const { pool } = world.services.database
  const read = async () => {
    const texts: unknown[] = []
    const counted = { query: (query: unknown) => (texts.push(query), pool.query(query as never)) }
    const database: Database = {
      ...world.services.database,
      pool: counted as unknown as typeof pool,
      read: (work) => work(database),
    }
    const found = await readPublicPage({ database }, page.slug, new Date())
    return { statements: texts.length, found }
  }
  expect((await read()).statements).toBe(9)
  await pool.query(
    `with m as (
       insert into monitor (id, project_id, name, kind, updated_at, created_at)
       select gen_random_uuid(), $1, 'Monitor ' || n, 'http', now(), now() - interval '100 days'
         from generate_series(1, 100) n returning id, seq),
     s as (insert into monitor_state (monitor_id, status) select id, 'operational' from m),
     d as (
       insert into monitor_day (monitor_seq, at, operational_ms, degraded_ms, offline_ms, unknown_ms,
              maintenance_ms, operational_checks, degraded_checks, offline_checks, unknown_checks,
              latency_sum_ms, latency_buckets, latency_counts, phase_sums_ms, phase_counts)
       select seq, day, 86400000, 0, 0, 0, 0, 1440, 0, 0, 0, 1, '{}', '{}', '{}', '{}'
         from m, generate_series(date_trunc('day', now(), 'UTC') - interval '99 days',
                                 date_trunc('day', now(), 'UTC') - interval '1 day', '1 day') day),
     u as (insert into monitor_rollup (monitor_seq, hours_until) select seq, date_trunc('day', now(), 'UTC') from m)
     insert into status_page_resource (id, page_id, monitor_id, display_name, "order")
     select gen_random_uuid(), $2, id, 'Component', row_number() over () from m`,
    [projectId, page.id],
  )
  for (let count = 0; count < 20; count += 1) {
    const { id: incidentId } = await declareIncident(world.system, { projectId, title: "Fire" })
    await showIncident(world.system, { statusPageId: page.id, incidentId })
  }
  const { statements, found } = await read()
  expect(statements).toBe(9)
  expect(found?.sections[0]?.components).toHaveLength(100)
  expect(found?.sections[0]?.components[99]?.percent).toBe(100)
  expect(found?.openIncidents).toHaveLength(20)
  expect(await readPublicPage(world.services, newId(), new Date())).toBeNull()
})
