import { expect, test } from "vitest"
import { said } from "../support/findings.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { builtInState } from "../../src/graphql/incidents/state/read-incident-parts.ts"
import { moveIncident } from "../../src/graphql/incidents/incident/move-incident.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { checkOf, insertMonitors, offline } from "../support/checks.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const start = Date.now() - 3_600_000
const at = (minute: number) => new Date(start + minute * 60_000)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A project's deliveries and how many of each, in order. */
async function countEffects(projectId: string) {
  const { prisma } = world.services.database
  const where = { projectId }
  const orderBy = { number: "asc" } as const
  const [incidents, alerts, deliveries] = await Promise.all([
    prisma.incident.findMany({ where, orderBy, include: { state: true } }),
    prisma.alert.findMany({ where, orderBy, include: { state: true, severity: true } }),
    prisma.delivery.findMany({ where, orderBy: { id: "asc" } }),
  ])
  const counts: Record<string, number> = {}
  for (const { event } of deliveries) counts[event] = (counts[event] ?? 0) + 1
  return { incidents, alerts, deliveries, counts }
}

const eventsOf = (deliveries: { event: string; subjectId: string }[], ...subjects: string[]) =>
  deliveries.filter(({ subjectId }) => subjects.includes(subjectId)).map(({ event }) => event)

const of = <T extends { monitorId: string | null }>(rows: T[], { id }: { id: string }) =>
  rows.filter(({ monitorId }) => monitorId === id)

const degraded = { ...offline, status: "degraded", failureClass: "certificate_days" } as const

test("a thousand monitors of three projects fail in one batch: each outage is declared exactly once", async () => {
  const sizes = [400, 350, 250]
  const projects = await Promise.all(sizes.map(() => makeProject(world)))
  const monitors = await Promise.all(
    projects.map(({ id }, index) => insertMonitors(world, id, sizes[index] ?? 0)),
  )
  const failing = monitors.flat().map((monitor) => checkOf(monitor, at(1), offline))
  // Projects are mixed, as checks arrive.
  const mixed = failing.toSorted((a, b) => (a.monitorSeq % 7) - (b.monitorSeq % 7))
  await recordChecks(world.services, mixed)
  await recordChecks(world.services, mixed)
  for (const [index, { id }] of projects.entries()) {
    const ids = new Set(monitors[index]?.map((monitor) => monitor.id))
    const { incidents, alerts, deliveries, counts } = await countEffects(id)
    const size = sizes[index] ?? 0
    expect(incidents.map(({ number }) => number)).toEqual(upTo(size))
    expect(alerts.map(({ number }) => number)).toEqual(upTo(size))
    expect(new Set(incidents.map(({ monitorId }) => monitorId))).toEqual(ids)
    expect(new Set(alerts.map(({ monitorId }) => monitorId))).toEqual(ids)
    expect(new Set(alerts.map(({ incidentId }) => incidentId)).size).toBe(size)
    expect(counts).toEqual({
      "incident.created": size,
      "alert.created": size,
      "monitor.status_changed": size,
    })
    for (const incident of incidents.slice(0, 5)) {
      const payload = deliveries.find(({ subjectId }) => subjectId === incident.id)?.payload
      expect(payload).toMatchObject({
        incident: { number: incident.number, title: incident.title, state: { name: "identified" } },
        reason: said(offline),
        failure_class: "connect_refused",
      })
    }
  }
  const { pool } = world.services.database
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from monitor_state s
       join incident i on i.id = (s.machine #>> '{outage,incidentId}')::uuid and i.monitor_id = s.monitor_id
       join alert a on a.id = (s.machine #>> '{outage,alertId}')::uuid and a.incident_id = i.id
       join verdict v on v.monitor_id = s.monitor_id and v.incident_id = i.id and v.alert_id = a.id
       join status_change c on c.verdict_id = v.id and c."to" = s.status
       join incident_update u on u.incident_id = i.id and u.kind = 'declared'
      where i.project_id = any($1)`,
    [projects.map(({ id }) => id)],
  )
  expect(rows).toEqual([{ count: 1000 }])
})

test("a concurrent manual resolution of one incident wins, and the others are resolved too", async () => {
  const { services, system } = world
  const { prisma, pool } = services.database
  const { id: projectId } = await makeProject(world)
  const monitors = await insertMonitors(world, projectId, 20)
  await recordChecks(
    services,
    monitors.map((monitor) => checkOf(monitor, at(1), offline)),
  )
  const [own] = await prisma.incident.findMany({ where: { projectId, number: 7 } })
  if (own === undefined) throw new Error("no incident of that number")
  const resolved = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const byHand = transact(services, async (tx) => {
    const to = await builtInState(tx.db, projectId, "incident", "resolved")
    await moveIncident(tx, system, own, to)
    resolved.resolve()
    await commit.promise
  })
  await resolved.promise
  const recorded = recordChecks(
    services,
    monitors.map((monitor) => checkOf(monitor, at(2))),
  )
  await soon(async () => {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }).toBe(1)
  commit.resolve()
  await Promise.all([byHand, recorded])
  const { incidents, alerts, deliveries, counts } = await countEffects(projectId)
  expect(new Set(incidents.map(({ state }) => state.name))).toEqual(new Set(["resolved"]))
  expect(new Set(alerts.map(({ state }) => state.name))).toEqual(new Set(["resolved"]))
  expect(incidents.filter(({ isManual }) => isManual).map(({ number }) => number)).toEqual([7])
  expect(
    incidents.filter(({ resolvedAt }) => resolvedAt?.getTime() === at(2).getTime()),
  ).toHaveLength(19)
  expect(eventsOf(deliveries, own.id)).toEqual([
    "incident.created",
    "incident.resolved",
    "incident.updated",
  ])
  expect(counts).toMatchObject({ "incident.resolved": 20, "alert.resolved": 20 })
  const updates = await prisma.incidentUpdate.findMany({
    where: { incidentId: own.id },
    orderBy: { id: "asc" },
  })
  expect(updates.map(({ kind, actorName }) => `${kind} by ${actorName}`)).toEqual([
    "declared by Watchkeeper",
    "resolved by test",
    "note by Watchkeeper",
  ])
})

test("two recorders with the same monitors in different order serialize and declare each outage once", async () => {
  const projects = await Promise.all([makeProject(world), makeProject(world)])
  const monitors = (
    await Promise.all(projects.map(({ id }) => insertMonitors(world, id, 100)))
  ).flat()
  const failing = (from: number, to: number, minute: number) =>
    monitors.slice(from, to).map((monitor) => checkOf(monitor, at(minute), offline))
  await Promise.all([
    recordChecks(world.services, failing(0, 150, 1)),
    recordChecks(world.services, failing(50, 200, 2).toReversed()),
    recordChecks(world.services, failing(0, 200, 3).toReversed()),
    recordChecks(world.services, failing(20, 180, 4)),
  ])
  for (const { id } of projects) {
    const { incidents, alerts, counts } = await countEffects(id)
    expect(incidents.map(({ number }) => number)).toEqual(upTo(100))
    expect(alerts.map(({ number }) => number)).toEqual(upTo(100))
    expect(new Set(incidents.map(({ monitorId }) => monitorId)).size).toBe(100)
    expect(counts).toEqual({
      "incident.created": 100,
      "alert.created": 100,
      "monitor.status_changed": 100,
    })
  }
})

test("several checks of one monitor in a batch are processed in order, beside those of other monitors", async () => {
  const { id: projectId } = await makeProject(world)
  const [flapping, failing, worse] = await insertMonitors(world, projectId, 3)
  if (flapping === undefined || failing === undefined || worse === undefined) throw new Error()
  await recordChecks(world.services, [
    checkOf(worse, at(4)),
    checkOf(flapping, at(3), offline),
    checkOf(worse, at(1), degraded),
    checkOf(flapping, at(1), offline),
    checkOf(failing, at(2), offline),
    checkOf(worse, at(2), offline),
    checkOf(flapping, at(2)),
    checkOf(flapping, at(4)),
    checkOf(worse, at(3), degraded),
  ])
  const { incidents, alerts, deliveries } = await countEffects(projectId)
  const storyOf = (monitor: { id: string }) =>
    eventsOf(deliveries, ...[...of(incidents, monitor), ...of(alerts, monitor)].map(({ id }) => id))
  expect(of(incidents, flapping)).toMatchObject([
    { isFlapping: true, resolvedAt: at(4), startedAt: at(1) },
  ])
  expect(storyOf(flapping)).toEqual([
    "incident.created",
    "alert.created",
    "incident.resolved",
    "alert.resolved",
    "incident.updated",
    "incident.resolved",
    "alert.resolved",
  ])
  expect(storyOf(failing)).toEqual(["incident.created", "alert.created"])
  expect(storyOf(worse)).toEqual([
    "alert.created",
    "incident.created",
    "alert.created",
    "alert.resolved",
    "incident.resolved",
    "alert.resolved",
    "alert.created",
    "alert.resolved",
  ])
  expect(of(alerts, worse).map(({ severity, state }) => `${severity.name} ${state.name}`)).toEqual([
    "low resolved",
    "high resolved",
    "low resolved",
  ])
  expect(incidents.map(({ number }) => number)).toEqual(upTo(3))
  expect(alerts.map(({ number }) => number)).toEqual(upTo(5))
  const changes = await world.services.database.prisma.statusChange.findMany({
    where: { monitorId: worse.id },
    orderBy: { seq: "asc" },
  })
  expect(changes.map(({ from, to }) => `${from} → ${to}`)).toEqual([
    "unknown → degraded",
    "degraded → offline",
    "offline → degraded",
    "degraded → operational",
  ])
})

test("outages are declared, escalated, reopened and resolved without Prisma, which would take 70 MB of the prober", async () => {
  const { database } = world.services
  const prisma = {
    get() {
      throw new Error("Prisma is used")
    },
  }
  const withoutPrisma = Object.create(database, { prisma }) as typeof database
  const services = { ...world.services, database: withoutPrisma }
  const project = await makeProject(world)
  const monitors = await insertMonitors(world, project.id, 2)
  const evidence = { head: "HTTP/1.1 503", body: Uint8Array.of(104, 105) }
  for (const [minute, members] of [
    {},
    degraded,
    { ...offline, evidence },
    {},
    offline,
    {},
  ].entries()) {
    await recordChecks(
      services,
      monitors.map((monitor) => checkOf(monitor, at(minute), members)),
    )
  }
  const { incidents, counts } = await countEffects(project.id)
  expect(incidents.map(({ isFlapping, state }) => [isFlapping, state.name])).toEqual([
    [true, "resolved"],
    [true, "resolved"],
  ])
  expect(counts).toMatchObject({ "incident.created": 2, "alert.created": 4 })
})
