import { asWritten } from "../../src/findings/finding.ts"
import { expect, test } from "vitest"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
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
    degraded: 1,
    offline: 1,
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
