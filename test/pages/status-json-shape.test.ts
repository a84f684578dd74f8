import fc from "fast-check"
import { expect, test } from "vitest"
import { z } from "zod"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import {
  changeIncidentState,
  reopenIncident,
  resolveIncident,
} from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { updateIncident } from "../../src/graphql/incidents/incident/update-incident.ts"
import { createState } from "../../src/graphql/incidents/state/create-state.ts"
import type {
  IncidentUpdate,
  PublicIncident,
} from "../../src/graphql/status-pages/status-page/view-incidents.ts"
import type { PublicMaintenance } from "../../src/graphql/status-pages/status-page/view-maintenances.ts"
import {
  readPublicPage,
  type PageView,
} from "../../src/graphql/status-pages/status-page/view-page.ts"
import { statusDocuments } from "../../src/pages/status-json/json-documents.ts"
import { checkOf, offline } from "../support/checks.ts"
import { maintain } from "../support/history.ts"
import { makePublicPage } from "../support/status-page.ts"
import { statusPageIo } from "../support/statuspage-io.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const hourMs = 3_600_000

/** Deviations that would break a reader of each document. */
const faultsOf = (view: PageView): string[] =>
  Object.entries(statusPageIo).flatMap(([name, shape]) => {
    const text = statusDocuments.get(`${name}.json`)?.(view, "https://status.example.com") ?? ""
    const { error } = shape.safeParse(JSON.parse(text))
    return error === undefined ? [] : [`${name}: ${z.prettifyError(error)}`]
  })

async function read(slug: string): Promise<PageView> {
  const view = await readPublicPage(world.services, slug, new Date())
  if (view === null) throw new Error("the page is public")
  return view
}

const incidentsOf = (view: PageView) => {
  const text = statusDocuments.get("incidents.json")?.(view, "https://status.example.com") ?? "{}"
  return (JSON.parse(text) as { incidents: Record<string, unknown>[] }).incidents
}

const affected = (old_status: string, new_status: string) => ({ old_status, new_status })

test("at each step of a manual incident a reader of statuspage.io's format finds what it expects", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const [shop, mail] = [await attach("Shop"), await attach("Mail")]
  await createState(world.system, {
    projectId,
    subject: "incident",
    name: "monitoring",
    color: "#123456",
    meaning: "acknowledged",
  })
  const ctx = world.system
  const { id } = await declareIncident(ctx, {
    projectId,
    title: "Fire",
    monitors: [
      { monitorId: shop.monitor.id, status: "offline" },
      { monitorId: mail.monitor.id, status: "degraded" },
    ],
  })
  const readIncident = async () => {
    const view = await read(page.slug)
    expect(faultsOf(view)).toEqual([])
    return incidentsOf(view)[0]
  }
  expect(await readIncident()).toMatchObject({
    status: "investigating",
    reminder_intervals: null,
    incident_updates: [
      {
        affected_components: [
          { code: shop.resource.id, name: "Shop", ...affected("operational", "major_outage") },
          { ...affected("operational", "degraded_performance") },
        ],
      },
    ],
  })
  await acknowledgeIncident(ctx, id)
  expect(await readIncident()).toMatchObject({ status: "identified" })
  await changeIncidentState(ctx, { id, state: "monitoring" })
  expect(await readIncident()).toMatchObject({
    status: "monitoring",
    monitoring_at: expect.any(String),
  })
  await addIncidentUpdate(ctx, { id, body: "It holds.", isPublic: true })
  expect(await readIncident()).toMatchObject({
    status: "monitoring",
    incident_updates: [
      { status: "monitoring" },
      { status: "monitoring" },
      { status: "identified" },
      { status: "investigating" },
    ],
  })
  await resolveIncident(ctx, id)
  expect(await readIncident()).toMatchObject({
    status: "resolved",
    incident_updates: [
      { affected_components: [{ ...affected("major_outage", "operational") }, {}] },
      {},
      {},
      {},
      {},
    ],
  })
  await addIncidentUpdate(ctx, { id, body: "Thanks for waiting.", isPublic: true })
  expect(await readIncident()).toMatchObject({ status: "resolved" })
  await reopenIncident(ctx, id)
  expect(await readIncident()).toMatchObject({
    status: expect.stringMatching(/^(investigating|identified)$/),
  })
  await resolveIncident(ctx, id)
  await savePostmortem(ctx, { id, note: "A spark.", published: true })
  expect(await readIncident()).toMatchObject({ status: "postmortem" })
})

test("an incident's updated_at changes with its public content, and with nothing else", async () => {
  const { page, projectId } = await makePublicPage(world)
  const ctx = world.system
  const { id } = await declareIncident(ctx, { projectId, title: "Fire" })
  await world.services.database.prisma.statusPageIncident.create({
    data: { pageId: page.id, incidentId: id },
  })
  const moment = async () => String(incidentsOf(await read(page.slug))[0]?.["updated_at"])
  const declared = await moment()
  await addIncidentUpdate(ctx, { id, body: "For the team." })
  expect(await moment()).toBe(declared)
  await updateIncident(ctx, { id, title: "Flood" })
  expect(Date.parse(await moment())).toBeGreaterThan(Date.parse(declared))
})

test("an outage and the three phases of a maintenance have the same shape", async () => {
  const { page, attach } = await makePublicPage(world)
  const [shop, mail] = [await attach("Shop"), await attach("Mail")]
  const now = Date.now()
  const at = (hours: number) => new Date(now + hours * hourMs)
  await maintain(world, mail.monitor, at(-48), at(-47))
  await maintain(world, mail.monitor, at(-1), at(1))
  await maintain(world, mail.monitor, at(24), at(25))
  for (const seen of [{}, offline, {}, offline]) {
    await recordChecks(world.services, [checkOf(shop.monitor, new Date(), seen)])
    expect(faultsOf(await read(page.slug))).toEqual([])
  }
  const view = await read(page.slug)
  const text = statusDocuments.get("scheduled-maintenances.json")?.(view, "https://a.test") ?? ""
  const { scheduled_maintenances: windows } = JSON.parse(text) as {
    scheduled_maintenances: { incident_updates: { status: string }[] }[]
  }
  const steps = windows.map((one) => one.incident_updates.map(({ status }) => status))
  expect(steps).toEqual([
    ["scheduled"],
    ["in_progress", "scheduled"],
    ["completed", "in_progress", "scheduled"],
  ])
})

const kinds = ["declared", "note", "acknowledged", "state_changed", "reopened", "resolved"] as const

const moment = fc.date({
  min: new Date("2026-01-01T00:00:00Z"),
  max: new Date("2026-01-03T00:00:00Z"),
  noInvalidDate: true,
})

const update = fc.record({
  kind: fc.constantFrom(...kinds),
  at: moment,
  body: fc.constantFrom(null, "Words."),
  movedTo: fc.constantFrom(null, "monitoring", "identified", "waiting"),
  flap: fc.option(
    fc.record({ outages: fc.integer({ min: 2, max: 99 }), from: moment, until: moment }),
  ),
})

const incident = (componentId: string) =>
  fc
    .record({
      id: fc.uuid(),
      updates: fc.array(update, { minLength: 1, maxLength: 6 }),
      startedAt: moment,
      resolvedAt: fc.option(moment),
      meaning: fc.constantFrom("open", "acknowledged"),
      impact: fc.constantFrom("critical", "major", "minor"),
      isAbout: fc.boolean(),
      said: fc.option(fc.constantFrom("degraded", "offline", "operational")),
      postmortem: fc.option(fc.constant("Rain.")),
    })
    .map(({ updates, meaning, isAbout, said, resolvedAt, postmortem, ...rest }): PublicIncident => {
      const readIncident: IncidentUpdate[] = updates
        .toSorted((one, other) => other.at.getTime() - one.at.getTime())
        .map((one, at) => ({ ...one, id: `${rest.id}-${at}` }))
      const times = [rest.startedAt, resolvedAt, readIncident[0]?.at].map(
        (time) => time?.getTime() ?? 0,
      )
      return {
        ...rest,
        title: "Fire",
        outageOf: null,
        state: {
          name: "any",
          color: "#123456",
          meaning: resolvedAt === null ? meaning : "resolved",
        },
        resolvedAt,
        componentIds: isAbout ? [componentId] : [],
        announcedStatuses: said === null ? {} : { [componentId]: said },
        updates: readIncident,
        postmortem: resolvedAt === null ? null : postmortem,
        updatedAt: new Date(Math.max(...times)),
      }
    })

const window = (componentId: string) =>
  fc
    .record({
      id: fc.uuid(),
      startsAt: moment,
      createdAt: moment,
      minutes: fc.integer({ min: 1, max: 900 }),
    })
    .map(({ minutes, ...rest }): PublicMaintenance => ({
      ...rest,
      title: "Disks",
      description: "",
      endsAt: new Date(rest.startsAt.getTime() + minutes * 60_000),
      seriesId: null,
      componentIds: [componentId],
      updatedAt: rest.createdAt,
    }))

test("any order of events gives valid documents", async () => {
  const { page, attach } = await makePublicPage(world)
  const { resource } = await attach("Shop")
  const view = await read(page.slug)
  fc.assert(
    fc.property(
      fc.array(incident(resource.id), { maxLength: 5 }),
      fc.array(window(resource.id), { maxLength: 4 }),
      moment,
      (incidents, windows, at) => {
        const known = windows.filter(({ createdAt }) => createdAt <= at)
        const made: PageView = {
          ...view,
          at,
          openIncidents: incidents.filter(({ resolvedAt }) => resolvedAt === null),
          pastIncidents: incidents.filter(({ resolvedAt }) => resolvedAt !== null),
          maintenances: {
            ongoing: known.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt),
            ahead: known.filter(({ startsAt }) => at < startsAt),
            past: known.filter(({ endsAt }) => endsAt <= at),
          },
        }
        expect(faultsOf(made)).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})
