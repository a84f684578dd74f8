import { expect, test } from "vitest"
import { advanceMaintenances } from "../../src/graphql/maintenance/window/advance-maintenances.ts"
import { cancelMaintenance } from "../../src/graphql/maintenance/window/end-maintenance.ts"
import { remindMaintenances } from "../../src/graphql/maintenance/window/remind-maintenances.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { updateMaintenance } from "../../src/graphql/maintenance/window/update-maintenance.ts"
import { cancelSeries } from "../../src/graphql/maintenance/series/cancel-series.ts"
import { planSeries } from "../../src/graphql/maintenance/series/plan-series.ts"
import { scheduleSeries } from "../../src/graphql/maintenance/series/schedule-series.ts"
import { updateSeries } from "../../src/graphql/maintenance/series/update-series.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"
import { ask } from "../support/ask.ts"

const world = useWorld()
const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

type Given = Partial<Parameters<typeof scheduleSeries>[1]>

async function makeSeries(more: Given = {}) {
  const project = await makeProject(world)
  const monitor = await makeMonitorRow(world, project.id)
  const series = await scheduleSeries(world.system, {
    projectId: project.id,
    title: "Backups",
    timeZone: "Europe/Berlin",
    unit: "days",
    startsOn: inDays(2),
    startTime: "05:00",
    durationMinutes: 30,
    monitorIds: [monitor.id],
    ...more,
  })
  return { id: series.id, projectId: project.id, monitorId: monitor.id }
}

const windowsOf = (seriesId: string) =>
  world.services.database.prisma.maintenance.findMany({
    where: { seriesId },
    orderBy: [{ startsAt: "asc" }, { id: "asc" }],
    include: { monitors: { select: { monitorId: true } } },
  })

const eventsOf = async (subjectId: string) => {
  const where = { subjectId }
  const rows = await world.services.database.prisma.delivery.findMany({
    where,
    orderBy: { id: "asc" },
  })
  return rows.map(({ event }) => event)
}

const due = (id: string) =>
  world.services.database.pool.query(
    "update maintenance_series set plan_at = date_trunc('milliseconds', now()) where id = $1",
    [id],
  )

test("a series creates its future windows with their monitors, each once", async () => {
  const { id, monitorId } = await makeSeries({ every: 7, notifyBeforeMinutes: 60 })
  const windows = await windowsOf(id)
  expect(windows).toHaveLength(13)
  for (const window of windows) {
    expect(window).toMatchObject({
      title: "Backups",
      state: "scheduled",
      notifyBeforeMinutes: 60,
      monitors: [{ monitorId }],
    })
    expect(await eventsOf(window.id)).toEqual(["maintenance.scheduled"])
  }
  await due(id)
  await Promise.all([planSeries(world.services), planSeries(world.services)])
  expect(await windowsOf(id)).toEqual(windows)
  const daily = await makeSeries()
  expect(await windowsOf(daily.id)).toHaveLength(31)
})

test("after downtime, windows still ahead are created, and one that is due begins", async () => {
  const { id } = await makeSeries({ timeZone: "UTC", startTime: "00:00", durationMinutes: 1440 })
  const { pool } = world.services.database
  await pool.query("delete from maintenance where series_id = $1", [id])
  await pool.query(
    "update maintenance_series set starts_on = now() - interval '400 days', plan_at = now() - interval '200 days' where id = $1",
    [id],
  )
  await planSeries(world.services)
  await advanceMaintenances(world.services)
  const windows = await windowsOf(id)
  expect(windows.map(({ state }) => state).slice(0, 2)).toEqual(["ongoing", "scheduled"])
  expect(windows[0]?.occursOn).toEqual(new Date(`${inDays(0)}T00:00:00Z`))
})

test("updating the series moves its windows, except those that were changed or cancelled individually", async () => {
  const { id } = await makeSeries({ endsOn: inDays(6) })
  const [edited, cancelled, plain] = await windowsOf(id)
  if (!edited || !cancelled || !plain) throw new Error("there are five windows")
  await updateMaintenance(world.system, { id: edited.id, title: "Backups and more" })
  await cancelMaintenance(world.system, cancelled.id)
  await updateSeries(world.system, { id, title: "Copies", startTime: "06:00", notifyAtEnd: false })
  const now = await windowsOf(id)
  expect(now.map(({ title, state }) => `${title} ${state}`)).toEqual([
    "Backups and more scheduled",
    "Backups cancelled",
    "Copies scheduled",
    "Copies scheduled",
    "Copies scheduled",
  ])
  expect(now[0]?.startsAt).toEqual(edited.startsAt)
  const moved = now.find((one) => one.id === plain.id)
  expect(moved?.startsAt.getTime()).toBe(plain.startsAt.getTime() + 3_600_000)
  expect(moved?.notifyAtEnd).toBe(false)
  expect(await eventsOf(plain.id)).toEqual(["maintenance.scheduled", "maintenance.scheduled"])
})

test("days that leave a series are cancelled, and created again if they return", async () => {
  const { id } = await makeSeries({ endsOn: inDays(6) })
  const first = await windowsOf(id)
  await updateSeries(world.system, { id, every: 2 })
  const gone = (await windowsOf(id)).filter(({ state }) => state === "cancelled")
  expect(gone.map((one) => one.id)).toEqual([first[1]?.id, first[3]?.id])
  expect(await eventsOf(gone[0]?.id ?? "")).toEqual(["maintenance.scheduled", "maintenance.ended"])
  await updateSeries(world.system, { id, every: 1 })
  const again = (await windowsOf(id)).filter(({ state }) => state === "scheduled")
  expect(again.map(({ startsAt }) => startsAt)).toEqual(first.map(({ startsAt }) => startsAt))
})

test("a cancelled series cancels future windows, leaves a running one, and creates no more", async () => {
  const { id } = await makeSeries({
    timeZone: "UTC",
    startsOn: inDays(-1),
    startTime: "00:00",
    durationMinutes: 1440,
  })
  await advanceMaintenances(world.services)
  await cancelSeries(world.system, id)
  const states = (await windowsOf(id)).map(({ state }) => state)
  expect(states[0]).toBe("ongoing")
  expect(new Set(states.slice(1))).toEqual(new Set(["cancelled"]))
  await planSeries(world.services)
  expect(await windowsOf(id)).toHaveLength(states.length)
  await expect(updateSeries(world.system, { id, title: "Again" })).rejects.toMatchObject({
    code: "conflict",
  })
  expect(await cancelSeries(world.system, id)).toMatchObject({ cancelledAt: expect.any(Date) })
})

test("a reminder is sent the configured time before a window, and again after it was moved", async () => {
  const project = await makeProject(world)
  const window = await scheduleMaintenance(world.system, {
    projectId: project.id,
    title: "New disks",
    startsAt: new Date(Date.now() + 90 * 60_000),
    endsAt: new Date(Date.now() + dayMs),
    notifyBeforeMinutes: 60,
  })
  expect(await remindMaintenances(world.services)).toBe(0)
  const startsAt = new Date(Date.now() + 30 * 60_000)
  await updateMaintenance(world.system, { id: window.id, startsAt })
  expect(await remindMaintenances(world.services)).toBe(1)
  expect(await remindMaintenances(world.services)).toBe(0)
  await updateMaintenance(world.system, { id: window.id, title: "Newer disks" })
  expect(await remindMaintenances(world.services)).toBe(0)
  const later = new Date(Date.now() + 40 * 60_000)
  await updateMaintenance(world.system, { id: window.id, startsAt: later })
  expect(await remindMaintenances(world.services)).toBe(1)
  const events = await eventsOf(window.id)
  expect(events.filter((event) => event === "maintenance.reminded")).toHaveLength(2)
})

test("renaming a series sends no second reminder for an unchanged window", async () => {
  const start = new Date(Date.now() + 30 * 60_000)
  const { id } = await makeSeries({
    timeZone: "UTC",
    startsOn: start.toISOString().slice(0, 10),
    startTime: start.toISOString().slice(11, 16),
    notifyBeforeMinutes: 60,
  })
  expect(await remindMaintenances(world.services)).toBe(1)
  await updateSeries(world.system, { id, title: "Nightly backups" })
  expect(await remindMaintenances(world.services)).toBe(0)
  const [first] = await windowsOf(id)
  expect(first).toMatchObject({ title: "Nightly backups", remindedAt: expect.any(Date) })
})

test("inconsistent input is refused with a pointer", async () => {
  const project = await makeProject(world)
  const faults = async (more: Given) => {
    const refused = await makeSeries({ projectId: project.id, ...more }).catch((e: unknown) => e)
    return (refused as { issues: { pointer: string }[] }).issues.map(({ pointer }) => pointer)
  }
  expect(await faults({ unit: "weeks" })).toEqual(["#/weekdays"])
  expect(await faults({ unit: "weeks", weekdays: [8] })).toEqual(["#/weekdays/0"])
  expect(await faults({ unit: "months" })).toEqual(["#/monthDay"])
  expect(await faults({ unit: "months", monthWeek: 2 })).toEqual(["#/weekdays"])
  expect(await faults({ unit: "months", monthDay: 1, every: 13 })).toEqual(["#/every"])
  expect(await faults({ monthDay: 1 })).toEqual(["#/monthDay"])
  expect(await faults({ timeZone: "+02:00" })).toEqual(["#/timeZone"])
  expect(await faults({ startsOn: "2026-02-30" })).toEqual(["#/startsOn"])
  expect(await faults({ endsOn: inDays(1) })).toEqual(["#/endsOn"])
  expect(await faults({ startsOn: "2026-01-01", endsOn: "2026-01-02", monitorIds: [] })).toEqual([
    "#/endsOn",
  ])
  expect(await faults({ durationMinutes: 0 })).toEqual(["#/durationMinutes"])
  expect(await faults({ notifyBeforeMinutes: 10_081 })).toEqual(["#/notifyBeforeMinutes"])
})

test("a series is scheduled, read, updated and cancelled over GraphQL by those with permission", async () => {
  const { projectId, monitorId } = await makeSeries()
  const { ctx } = await makeMember(world, projectId, "editor")
  const planned = await ask(
    world,
    ctx.actor,
    `mutation ($project: ID!, $monitors: [ID!]) { scheduleMaintenanceSeries(
       projectId: $project, title: "Patches", timeZone: "america/new_york", unit: MONTHS, monthWeek: 2,
       weekdays: [2], startsOn: "2098-01-01", startTime: "22:00", durationMinutes: 120, monitorIds: $monitors
     ) { id timeZone unit every weekdays monthDay monthWeek startsOn endsOn startTime durationMinutes
         monitors { id } maintenances { id } cancelledAt } }`,
    { project: projectId, monitors: [monitorId] },
  )
  const { scheduleMaintenanceSeries: series } = planned.data as {
    scheduleMaintenanceSeries: { id: string }
  }
  expect(series).toEqual({
    id: series.id,
    timeZone: "America/New_York",
    unit: "MONTHS",
    every: 1,
    weekdays: [2],
    monthDay: null,
    monthWeek: 2,
    startsOn: "2098-01-01",
    endsOn: null,
    startTime: "22:00",
    durationMinutes: 120,
    monitors: [{ id: monitorId }],
    maintenances: [],
    cancelledAt: null,
  })
  const change = `mutation ($id: ID!) { updateMaintenanceSeries(id: $id, monthDay: 31, endsOn: "2098-12-31") {
    monthDay monthWeek weekdays endsOn } }`
  expect((await ask(world, ctx.actor, change, { id: series.id })).data).toEqual({
    updateMaintenanceSeries: { monthDay: 31, monthWeek: null, weekdays: [], endsOn: "2098-12-31" },
  })
  const list = `query ($id: ID!) { project(id: $id) { maintenanceSeries { edges { node {
    title maintenances { series { title } } } } } } }`
  const { data } = await ask(world, ctx.actor, list, { id: projectId })
  expect(JSON.stringify(data)).toContain(`"title":"Patches","maintenances":[]`)
  expect(JSON.stringify(data)).toContain(`{"series":{"title":"Backups"}}`)
  const cancel = "mutation ($id: ID!) { cancelMaintenanceSeries(id: $id) { cancelledAt } }"
  const viewer = await makeMember(world, projectId, "viewer")
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const codes = async (actor: typeof ctx.actor) =>
    (await ask(world, actor, cancel, { id: series.id })).errors.map(({ code }) => code)
  expect(await codes(stranger.ctx.actor)).toEqual(["not_found"])
  expect(await codes(viewer.ctx.actor)).toEqual(["insufficient_scope"])
  expect(await codes(ctx.actor)).toEqual([])
})
