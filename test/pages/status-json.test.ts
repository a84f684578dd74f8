import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { updateMaintenance } from "../../src/graphql/maintenance/window/update-maintenance.ts"
import { createGroup } from "../../src/graphql/status-pages/status-page/create-group.ts"
import { moveResource } from "../../src/graphql/status-pages/status-page/move-resource.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { statusDocuments } from "../../src/pages/status-json/json-documents.ts"
import { useApi } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { maintain } from "../support/history.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"

const api = useApi()
const { world } = api

type Row = Record<string, unknown>
type Document = {
  page: Row
  status: Row
  components: Row[]
  incidents: Row[]
  scheduled_maintenances: Row[]
}

const read = async (slug: string, name: string): Promise<Document> => {
  const response = await fetch(`${api.address}/status/${slug}/api/v2/${name}.json`)
  expect({ name, status: response.status }).toEqual({ name, status: 200 })
  return (await response.json()) as Document
}

const ids = (rows: Row[]) => rows.map(({ id }) => id)
const hourMs = 3_600_000

/** A group with one component down and one under maintenance; one without a group; a resolved incident. */
async function makePage() {
  const made = await makePublicPage(world)
  const { page, projectId, attach } = made
  const shop = await attach("Shop")
  const mail = await attach("Mail")
  const docs = await attach("Docs")
  const group = await createGroup(world.system, { statusPageId: page.id, name: "Europe" })
  for (const { resource } of [mail, shop]) {
    await moveResource(world.system, { id: resource.id, groupId: group.id, position: 1 })
  }
  const now = Date.now()
  const at = (hours: number) => new Date(now + hours * hourMs)
  const past = await maintain(world, mail.monitor, at(-48), at(-47))
  const running = await maintain(world, mail.monitor, at(-1), at(1))
  const ahead = await maintain(world, mail.monitor, at(24), at(25))
  const over = await declareIncident(world.system, {
    projectId,
    title: "Flood",
    description: "It rises.",
    monitorId: docs.monitor.id,
  })
  await resolveIncident(world.system, over.id)
  await savePostmortem(world.system, { id: over.id, note: "Rain.", published: true })
  await recordChecks(world.services, [checkOf(shop.monitor, at(-0.02))])
  await recordChecks(world.services, [checkOf(shop.monitor, at(0), offline)])
  const { incidents } = await read(page.slug, "incidents/unresolved")
  return { page, group, shop, mail, docs, past, running, ahead, over, open: incidents[0]?.["id"] }
}

test("the summary has the shape of statuspage.io", async () => {
  const { page, group, shop, mail, docs, running, ahead, open } = await makePage()
  const summary = await read(page.slug, "summary")
  const address = `${world.services.env.BASE_URL}/status/${page.slug}`
  const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(summary.page).toEqual({
    id: page.id,
    name: "Acme",
    url: address,
    time_zone: "Etc/UTC",
    updated_at: iso,
  })
  expect(summary.status).toEqual({ indicator: "major", description: "Partial outage" })
  const common = { showcase: true, only_show_if_degraded: false, page_id: page.id }
  const times = { created_at: iso, updated_at: iso }
  const component = (id: string, name: string, status: string, position: number) => ({
    ...common,
    ...times,
    id,
    name,
    status,
    position,
    description: null,
    start_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    group_id: group.id,
    group: false,
    is_known: true,
  })
  const shopJson = component(shop.resource.id, "Shop", "major_outage", 1)
  const mailJson = component(mail.resource.id, "Mail", "under_maintenance", 2)
  expect(summary.components).toEqual([
    {
      ...common,
      ...times,
      id: group.id,
      name: "Europe",
      status: "major_outage",
      position: 1,
      description: null,
      start_date: null,
      group_id: null,
      group: true,
      components: [shop.resource.id, mail.resource.id],
    },
    shopJson,
    mailJson,
    {
      ...component(docs.resource.id, "Docs", "operational", 1),
      group_id: null,
      is_known: false,
    },
  ])
  expect(summary.incidents).toMatchObject([
    {
      id: open,
      name: "Shop is down",
      status: "investigating",
      created_at: iso,
      updated_at: iso,
      monitoring_at: null,
      resolved_at: null,
      impact: "major",
      shortlink: `${address}/incidents/${String(open)}`,
      started_at: iso,
      page_id: page.id,
      incident_updates: [
        {
          status: "investigating",
          body: "We are investigating an issue.",
          incident_id: open,
          created_at: iso,
          updated_at: iso,
          display_at: iso,
        },
      ],
      components: [shopJson],
    },
  ])
  expect(ids(summary.scheduled_maintenances)).toEqual([running.id, ahead.id])
  expect(summary.scheduled_maintenances[0]).toMatchObject({
    name: "New disks",
    status: "in_progress",
    impact: "maintenance",
    scheduled_for: running.startsAt.toISOString(),
    scheduled_until: running.endsAt.toISOString(),
    components: [mailJson],
    incident_updates: [{ status: "in_progress" }, { status: "scheduled" }],
  })
})

test("each part has its own URL", async () => {
  const { page, past, running, ahead, over, open } = await makePage()
  const keys = async (name: string) => Object.keys(await read(page.slug, name))
  expect(await keys("status")).toEqual(["page", "status"])
  expect(await keys("components")).toEqual(["page", "components"])
  expect(await keys("summary")).toEqual([
    "page",
    "components",
    "incidents",
    "scheduled_maintenances",
    "status",
  ])
  const { incidents } = await read(page.slug, "incidents")
  expect(ids(incidents)).toEqual([over.id, open])
  expect(incidents[0]).toMatchObject({
    status: "postmortem",
    resolved_at: expect.any(String),
    incident_updates: [
      { status: "postmortem", body: "Rain." },
      { status: "resolved" },
      { status: "investigating", body: "We are investigating an issue." },
    ],
  })
  expect(ids((await read(page.slug, "incidents/unresolved")).incidents)).toEqual([open])
  const windows = async (name: string) =>
    ids((await read(page.slug, `scheduled-maintenances${name}`)).scheduled_maintenances)
  expect(await windows("")).toEqual([ahead.id, running.id, past.id])
  expect(await windows("/upcoming")).toEqual([ahead.id])
  expect(await windows("/active")).toEqual([running.id])
})

test("a maintenance says when it was scheduled and last updated", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const window = await scheduleMaintenance(world.system, {
    projectId,
    title: "New disks",
    startsAt: new Date(Date.now() + hourMs),
    endsAt: new Date(Date.now() + 2 * hourMs),
    monitorIds: [monitor.id],
  })
  const readDocument = async () =>
    (await read(page.slug, "scheduled-maintenances/upcoming")).scheduled_maintenances[0]
  const planned = window.createdAt.toISOString()
  await soon(readDocument).toMatchObject({ created_at: planned })
  const after = await updateMaintenance(world.system, { id: window.id, title: "Newer disks" })
  expect(after.updatedAt.getTime()).toBeGreaterThan(window.createdAt.getTime())
  const times = { created_at: planned, updated_at: after.updatedAt.toISOString() }
  await soon(readDocument).toMatchObject({
    name: "Newer disks",
    ...times,
    incident_updates: [{ ...times, display_at: planned }],
  })
})

test("the ETag changes only with the page", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const address = `${api.address}/status/${page.slug}/api/v2/summary.json`
  const tag = (await fetch(address)).headers.get("etag") ?? ""
  const status = async () => (await fetch(address, { headers: { "if-none-match": tag } })).status
  expect(await status()).toBe(304)
  await declareIncident(world.system, { projectId, title: "Fire", monitorId: monitor.id })
  await soon(status).toBe(200)
})

test("of more maintenances than a document holds, current and near ones are kept, newest first", async () => {
  const { page } = await makePublicPage(world)
  const view = await readPublicPage(world.services, page.slug, new Date())
  if (view === null) throw new Error("the page is public")
  const windowAt = (hours: number) => {
    const startsAt = new Date(view.at.getTime() + hours * hourMs)
    const endsAt = new Date(startsAt.getTime() + hourMs)
    const words = { id: `${hours}`, title: "Disks", description: "", seriesId: null }
    return { ...words, startsAt, endsAt, componentIds: [], createdAt: view.at, updatedAt: view.at }
  }
  const ahead = Array.from({ length: 60 }, (_, at) => windowAt(at + 1))
  const maintenances = { ongoing: [windowAt(-0.5)], ahead, past: [windowAt(-9)] }
  const text = statusDocuments.get("scheduled-maintenances.json")?.({ ...view, maintenances }, "")
  const readDocument = ids((JSON.parse(text ?? "{}") as Document).scheduled_maintenances)
  expect(readDocument).toEqual([...Array.from({ length: 49 }, (_, at) => `${49 - at}`), "-0.5"])
})
