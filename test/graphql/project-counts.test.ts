import { print } from "graphql"
import { asWritten } from "../../src/findings/finding.ts"
import { expect, test } from "vitest"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import type { Run } from "../../src/mcp/run-document.ts"
import { getOverview } from "../../src/mcp/tools/get-overview.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { insertMonitors } from "../support/checks.ts"
import { maintain } from "../support/history.ts"
import { makeOutage } from "../support/outage.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const past = new Date(Date.now() - 3_600_000)
const later = new Date(Date.now() + 3_600_000)

const counts = `query ($id: ID!) {
  project(id: $id) {
    counts { operational degraded offline unknown paused inMaintenance offlineInMaintenance degradedInMaintenance openIncidents openAlerts }
  }
}`

test("a project's monitors are counted by status, paused ones separately, with open alerts and incidents", async () => {
  const { id } = await makeProject(world)
  const { prisma } = world.services.database
  const monitors = await insertMonitors(world, id, 6)
  const statuses = ["operational", "operational", "degraded", "offline", "offline"] as const
  for (const [at, status] of statuses.entries()) {
    const monitorId = monitors[at]?.id ?? ""
    await prisma.monitorState.update({ where: { monitorId }, data: { status } })
  }
  await pauseMonitor(world.system, monitors[4]?.id ?? "")
  // An open window counts once for a monitor in two of them; paused ones and windows that are over do not count.
  for (const at of [2, 3, 3, 4])
    await maintain(world, { id: monitors[at]?.id ?? "", projectId: id }, past, later)
  await maintain(
    world,
    { id: monitors[1]?.id ?? "", projectId: id },
    past,
    new Date(Date.now() - 60_000),
  )
  await prisma.monitor.update({
    where: { id: monitors[0]?.id ?? "" },
    data: { deletedAt: new Date() },
  })
  const outage = await makeOutage(world, id, {
    level: "offline",
    startedAt: new Date(),
    findings: [asWritten("Connection refused.")],
    failureClass: "connect_refused",
  })
  const { ctx } = await makeMember(world, id, "viewer", "Vi")
  const expected = {
    operational: 1,
    degraded: 0,
    offline: 0,
    unknown: 1,
    paused: 1,
    inMaintenance: 2,
    offlineInMaintenance: 1,
    degradedInMaintenance: 1,
    openIncidents: 1,
    openAlerts: 1,
  }
  expect(await ask(world, ctx.actor, counts, { id })).toEqual({
    data: { project: { counts: expected } },
    errors: [],
  })
  const resolvedAt = new Date()
  await prisma.incident.update({
    where: { id: outage.outage.incidentId ?? "" },
    data: { resolvedAt },
  })
  await prisma.alert.update({ where: { id: outage.alertId }, data: { resolvedAt } })
  const { data } = await ask(world, ctx.actor, counts, { id })
  expect(data).toEqual({
    project: { counts: { ...expected, openIncidents: 0, openAlerts: 0 } },
  })
})

test("each count needs permission to read what it counts", async () => {
  const { id } = await makeProject(world)
  const refused = async (scopes: string[], fields: string) => {
    const source = `query ($id: ID!) { project(id: $id) { counts { ${fields} } } }`
    const { errors } = await ask(world, keyActor(id, newId(), scopes), source, { id })
    return errors.map(({ code, path }) => [code, path])
  }
  const monitors = "operational degraded offline unknown paused inMaintenance"
  expect(await refused(["monitors:read"], monitors)).toEqual([])
  expect(await refused(["incidents:read"], "openIncidents")).toEqual([])
  expect(await refused(["alerts:read"], "openAlerts")).toEqual([])
  for (const field of `${monitors} offlineInMaintenance degradedInMaintenance openIncidents`.split(
    " ",
  )) {
    expect(await refused(["alerts:read"], field)).toEqual([
      ["insufficient_scope", `project.counts.${field}`],
    ])
  }
  expect(await refused(["monitors:read", "incidents:read"], "openAlerts")).toEqual([
    ["insufficient_scope", "project.counts.openAlerts"],
  ])
})

type Surfaces = {
  project: {
    counts: Counts
    monitors: { totalCount: number; counts: Counts }
    overview: {
      problemGroups: { ids: string[] }[]
      problems: { status: string; maintenanceEndsAt: string | null }[]
    }
    rows: { totalCount: number; edges: { node: { name: string } }[] }
  }
}
type Counts = Record<(typeof named)[number], number>
const named = ["operational", "degraded", "offline", "unknown", "inMaintenance", "paused"] as const

const surfaces = `query ($id: ID!, $statuses: [MonitorStatus!], $isPaused: Boolean, $isInMaintenance: Boolean) {
  project(id: $id) {
    counts { ${named.join(" ")} }
    monitors(first: 0) { totalCount counts { ${named.join(" ")} } }
    overview {
      problemGroups { ids }
      problems(isGrouped: false) { status maintenanceEndsAt }
    }
    rows: monitors(first: 100, statuses: $statuses, isPaused: $isPaused, isInMaintenance: $isInMaintenance) {
      totalCount edges { node { name } }
    }
  }
}`

/** A project with monitors in every odd state at once. */
async function makeOdd() {
  const { id: projectId } = await makeProject(world)
  const { prisma } = world.services.database
  const names = {
    "plain up": { status: "operational" },
    "plain down": { status: "offline" },
    "muted down": { status: "offline", muted: true },
    "paused down": { status: "offline", paused: true },
    "paused down in maintenance": { status: "offline", paused: true, maintained: true },
    "down in maintenance": { status: "offline", maintained: true },
    "muted degraded in maintenance": { status: "degraded", maintained: true, muted: true },
    "up in maintenance": { status: "operational", maintained: true },
    degraded: { status: "degraded" },
    "never checked": { status: "unknown" },
    "deleted down": { status: "offline", deleted: true },
    "child of down": { status: "offline", child: true },
    "degraded child of down": { status: "degraded", child: true },
  } as const
  const monitors = await insertMonitors(world, projectId, Object.keys(names).length)
  const parentId = monitors[1]?.id ?? ""
  for (const [at, [name, odd]] of Object.entries(names).entries()) {
    const id = monitors[at]?.id ?? ""
    await prisma.monitorState.update({ where: { monitorId: id }, data: { status: odd.status } })
    await prisma.monitor.update({
      where: { id },
      data: {
        name,
        ...("muted" in odd && { mutedUntil: later }),
        ...("paused" in odd && { pausedAt: past }),
        ...("deleted" in odd && { deletedAt: past }),
        ...("child" in odd && { parentId }),
      },
    })
    if ("maintained" in odd) await maintain(world, { id, projectId }, past, later)
  }
  return projectId
}

test("every surface counts each monitor once, and the same", async () => {
  const id = await makeOdd()
  const { ctx } = await makeMember(world, id, "viewer", "Vi")
  const read = async (search: object) => {
    const { data, errors } = await ask(world, ctx.actor, surfaces, { id, ...search })
    expect(errors).toEqual([])
    return (data as Surfaces).project
  }
  const expected = {
    operational: 1,
    degraded: 2,
    offline: 3,
    unknown: 1,
    inMaintenance: 3,
    paused: 2,
  }
  const whole = await read({})
  expect(whole.counts).toEqual(expected)
  expect(whole.monitors).toEqual({ totalCount: 12, counts: expected })
  expect(whole.rows.totalCount).toBe(12)
  const { problems, problemGroups } = whole.overview
  const grouped = problemGroups.reduce((sum, { ids }) => sum + ids.length, 0)
  const open = problems.filter(({ maintenanceEndsAt }) => maintenanceEndsAt === null).length
  expect(grouped + open).toBe(expected.offline + expected.degraded)

  // The filters of the dashboard's list select as many rows as they say.
  const count = async (filter: object) => {
    const { rows } = await read(filter)
    expect(rows.edges).toHaveLength(rows.totalCount)
    return rows.totalCount
  }
  for (const status of ["operational", "degraded", "offline", "unknown"] as const) {
    const filter = { isPaused: false, isInMaintenance: false, statuses: [status.toUpperCase()] }
    expect([status, await count(filter)]).toEqual([status, expected[status]])
  }
  expect(await count({ isPaused: true })).toBe(expected.paused)
  expect(await count({ isPaused: false, isInMaintenance: true })).toBe(expected.inMaintenance)

  if (getOverview.kind !== "read") throw new Error("it changes nothing")
  const run: Run = async (document, variables) => {
    const given = variables as Record<string, unknown>
    return (await ask(world, ctx.actor, print(document), given)).data as never
  }
  const call = { projectId: id, now: new Date(), isLimited: false, args: {} }
  const { answer } = await getOverview.read(run, call)
  const { monitor_counts: counted, monitors_not_operational: listed } = answer
  expect(counted).toMatchObject({ offline: 3, degraded: 2, unknown: 1, in_maintenance: 3 })
  expect(listed).toHaveLength(3 + 2 + 1)
})
