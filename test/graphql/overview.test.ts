import { expect, test } from "vitest"
import { said } from "../support/findings.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { readUptime, type Uptime } from "../../src/graphql/monitoring/check/check-uptime.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { storeChecks } from "../../src/graphql/monitoring/check/store-checks.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { readLastDay } from "../../src/graphql/monitoring/overview/read-last-day.ts"
import { readReliability } from "../../src/graphql/monitoring/overview/read-reliability.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeChannel } from "../support/channels.ts"
import { checkOf, insertMonitor, insertMonitors, offline } from "../support/checks.ts"
import {
  addTimes,
  noTimes,
  type Times,
} from "../../src/graphql/monitoring/check/rules/uptime-times.ts"
import { correct, maintain, midnight, monitorWith } from "../support/history.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const hourMs = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hourMs)
const read = (fields: string) => `query ($id: ID!) { project(id: $id) { overview { ${fields} } } }`
const sum = (all: Times[]): Times => all.reduce(addTimes, noTimes)

test("hours, month and least reliable monitors are the sums of what each monitor reports", async () => {
  const { id: projectId } = await makeProject(world)
  const old = midnight(-40)
  const up = ["operational", old] as const
  const monitors = [
    await monitorWith(world, projectId, old, [up]),
    await monitorWith(world, projectId, old, [
      up,
      ["offline", ago(20)],
      ["operational", ago(18.5)],
    ]),
    await monitorWith(world, projectId, old, [up, ["degraded", ago(0.2)]]),
    await monitorWith(world, projectId, old, [up, ["offline", ago(170)]]),
    await monitorWith(world, projectId, ago(3), [["operational", ago(2)]]),
    await monitorWith(world, projectId, ago(300), []),
  ]
  const maintained = await monitorWith(world, projectId, old, [up])
  await correct(world, monitors.slice(1, 3), ago(19.4), ago(19.1))
  monitors.push(maintained)
  await maintain(world, maintained, ago(4), ago(-4))
  await monitorWith(world, (await makeProject(world)).id, old, [["offline", old]])
  const { prisma } = world.services.database
  const gone = await monitorWith(world, projectId, old, [["offline", old]])
  await prisma.monitor.update({ where: { id: gone.id }, data: { deletedAt: new Date() } })

  const compare = async () => {
    const now = new Date()
    const services = { ...world.services, clock: { now: () => now, monotonicMs: () => 0 } }
    const timesOf = async ({ from, to }: Pick<Uptime, "from" | "to">) => {
      const window = { from, to }
      const all = await Promise.all(monitors.map(({ seq }) => readUptime(services, seq, window)))
      return sum(all.map(({ times }) => times))
    }
    const { hours } = await readLastDay(services, projectId)
    expect(hours).toHaveLength(24)
    expect(hours.at(-1)?.to).toEqual(now)
    for (const hour of hours) expect(hour.times).toEqual(await timesOf(hour))
    const { month, leastReliable } = await readReliability(services, projectId)
    expect(month.from).toEqual(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())))
    expect(month.times).toEqual(await timesOf(month))
    expect(sum(hours.map(({ times }) => times)).excluded.offline).toBeGreaterThan(0)
    expect(leastReliable.map(({ monitorId }) => monitorId)).toEqual([
      monitors[3]?.id,
      monitors[1]?.id,
    ])
    const worst = await readUptime(services, monitors[3]?.seq ?? 0, {
      from: midnight(-30),
      to: now,
    })
    expect(leastReliable[0]?.uptime.percent).toBeCloseTo(worst.percent ?? 0, 9)
    return { hours, month }
  }
  const before = await compare()
  await rollUp(world.services)
  const after = await compare()
  expect(after.month.percent).toBeCloseTo(before.month.percent ?? 0, 2)

  // A paused monitor leaves the hours, and stays in the month.
  await prisma.monitor.update({
    where: { id: monitors[3]?.id ?? "" },
    data: { pausedAt: new Date() },
  })
  const { hours } = await readLastDay(world.services, projectId)
  expect(hours.at(-2)?.times.offline).toBe(0)
  const { month } = await readReliability(world.services, projectId)
  expect(month.times.offline).toBeGreaterThan(0)
})

test("the slowest monitors come first, by the average of their answered checks", async () => {
  const { id: projectId } = await makeProject(world)
  const start = new Date(Math.floor(Date.now() / hourMs - 5) * hourMs)
  const slow = await monitorWith(world, projectId, start, [["operational", start]])
  const quick = await monitorWith(world, projectId, start, [["operational", start]])
  const later = new Date(start.getTime() + hourMs)
  await transact(world.services, (tx) =>
    storeChecks(tx, [
      checkOf(slow, start, { durationMs: 900 }),
      checkOf(slow, later, { durationMs: 300 }),
      checkOf(slow, new Date(start.getTime() + 60_000), { ...offline, durationMs: 10_000 }),
      checkOf(quick, start, { durationMs: 20 }),
    ]),
  )
  const slowest = async () => (await readLastDay(world.services, projectId)).slowest
  const name = "Shop"
  // Before their first hour is closed, their checks are read.
  expect(await slowest()).toEqual([
    { monitorId: slow.id, name, averageMs: 600, hourlyMs: [] },
    { monitorId: quick.id, name, averageMs: 20, hourlyMs: [] },
  ])
  await rollUp(world.services)
  expect(await slowest()).toEqual([
    { monitorId: slow.id, name, averageMs: 600, hourlyMs: [900, 300] },
    { monitorId: quick.id, name, averageMs: 20, hourlyMs: [20] },
  ])
  const actor = keyActor(projectId, newId(), ["monitors:read"])
  const source = read(
    "slowest { name averageMs hourlyMs } hours { from percent } month { percent } leastReliable { name }",
  )
  expect(await ask(world, actor, source, { id: projectId })).toEqual({
    data: {
      project: {
        overview: {
          slowest: [
            { name, averageMs: 600, hourlyMs: [900, 300] },
            { name, averageMs: 20, hourlyMs: [20] },
          ],
          hours: expect.arrayContaining([{ from: start.toISOString(), percent: 100 }]),
          month: { percent: 100 },
          leastReliable: [],
        },
      },
    },
    errors: [],
  })
})

test("problems have the reason and the open incident; paused monitors and other projects are left out", async () => {
  const { id: projectId } = await makeProject(world)
  const [bad, paused] = await insertMonitors(world, projectId, 3)
  const [foreign] = await insertMonitors(world, (await makeProject(world)).id, 1)
  if (bad === undefined || paused === undefined || foreign === undefined) throw new Error("none")
  const startedAt = ago(0.1)
  await recordChecks(
    world.services,
    [bad, paused, foreign].map((monitor) => checkOf(monitor, startedAt, offline)),
  )
  await pauseMonitor(world.system, paused.id)
  const slow = await insertMonitor(world, projectId, { name: "Slow" })
  await world.services.database.prisma.monitorState.update({
    where: { monitorId: slow.id },
    data: { status: "degraded", statusSince: ago(2) },
  })
  const maintained = await insertMonitor(world, projectId, { name: "Old" })
  await world.services.database.prisma.monitorState.update({
    where: { monitorId: maintained.id },
    data: { status: "offline", statusSince: ago(1) },
  })
  const endsAt = ago(-2)
  for (const end of [ago(-1), endsAt]) await maintain(world, maintained, ago(1), end)
  const { ctx } = await makeMember(world, projectId, "viewer")
  const source = read(
    "problems { monitorId name status since reason incidentNumber maintenanceEndsAt }",
  )
  const incident = await world.services.database.prisma.incident.findFirstOrThrow({
    where: { monitorId: bad.id },
  })
  expect(await ask(world, ctx.actor, source, { id: projectId })).toEqual({
    data: {
      project: {
        overview: {
          problems: [
            {
              monitorId: bad.id,
              name: "Shop 1",
              status: "OFFLINE",
              since: startedAt.toISOString(),
              reason: said(offline),
              incidentNumber: incident.number,
              maintenanceEndsAt: null,
            },
            {
              monitorId: slow.id,
              name: "Slow",
              status: "DEGRADED",
              since: expect.any(String),
              reason: null,
              incidentNumber: null,
              maintenanceEndsAt: null,
            },
            {
              monitorId: maintained.id,
              name: "Old",
              status: "OFFLINE",
              since: expect.any(String),
              reason: null,
              incidentNumber: null,
              maintenanceEndsAt: endsAt.toISOString(),
            },
          ],
        },
      },
    },
    errors: [],
  })
})

test("setup counts only what belongs to the project and the caller", async () => {
  const { id: projectId } = await makeProject(world)
  const { userId, ctx } = await makeMember(world, projectId, "owner")
  const source = read(
    "setup { hasMonitor hasContactMethod hasTestArrived hasOnCallPolicy hasStatusPage hasTeammate }",
  )
  const steps = async () => {
    const { data, errors } = await ask(world, ctx.actor, source, { id: projectId })
    expect(errors).toEqual([])
    const { setup } = (data as { project: { overview: { setup: object } } }).project.overview
    return Object.entries(setup).flatMap(([name, isDone]) => (isDone === true ? [name] : []))
  }
  expect(await steps()).toEqual([])
  await insertMonitor(world, projectId)
  await makeChannel(world, { userId }, { kind: "email", settings: { address: "a@example.test" } })
  expect(await steps()).toEqual(["hasMonitor", "hasContactMethod"])
  await createPolicy(world.system, {
    projectId,
    name: "Default",
    rules: [{ delayMinutes: 0, targets: [{ userId }] }],
  })
  const page = { projectId, name: "Acme", slug: `acme-${newId().slice(-12)}` }
  await createStatusPage(world.system, { ...page, isPublic: false })
  expect(await steps()).toEqual(["hasMonitor", "hasContactMethod", "hasOnCallPolicy"])
  await world.services.database.prisma.statusPage.updateMany({
    where: { projectId },
    data: { isPublic: true },
  })
  await makeMember(world, projectId, "viewer")
  expect(await steps()).not.toContain("hasTestArrived")
  const { channel } = world.services.database.prisma
  await channel.updateMany({ where: { userId }, data: { lastError: "The server refused it." } })
  expect(await steps()).not.toContain("hasTestArrived")
  await channel.updateMany({ where: { userId }, data: { lastDeliveredAt: new Date() } })
  expect(await steps()).toHaveLength(6)
})

test("each field needs the permissions of what it reads", async () => {
  const { id } = await makeProject(world)
  const refused = async (scopes: string[], fields: string) => {
    const { errors } = await ask(world, keyActor(id, newId(), scopes), read(fields), { id })
    return errors.map(({ code, path }) => [code, path])
  }
  expect(await refused(["incidents:read"], "month { percent }")).toEqual([
    ["insufficient_scope", "project.overview"],
  ])
  expect(await refused(["monitors:read"], "month { percent } hours { percent }")).toEqual([])
  const all = ["monitors:read", "incidents:read", "on_call:read", "status_pages:read"]
  const steps = "hasMonitor hasContactMethod hasOnCallPolicy hasStatusPage"
  expect(await refused(all, `setup { ${steps} }`)).toEqual([])
  expect(await refused(["monitors:read"], `setup { ${steps} }`)).toEqual([
    ["insufficient_scope", "project.overview.setup.hasOnCallPolicy"],
  ])
  expect(await refused(all, "setup { hasTeammate }")).toEqual([
    ["insufficient_scope", "project.overview.setup.hasTeammate"],
  ])
})

test("problems leave out the incident and the alert without permission to read them", async () => {
  const { id } = await makeProject(world)
  const monitor = await insertMonitor(world, id, { failureThreshold: 1 })
  await recordChecks(world.services, [checkOf(monitor, new Date(), offline)])
  const { incidentId, id: alertId } = await world.services.database.prisma.alert.findFirstOrThrow({
    where: { monitorId: monitor.id },
  })
  const source = read("problems { status incidentId alertId }")
  const problemsFor = async (scopes: string[]) => {
    const { data, errors } = await ask(world, keyActor(id, newId(), scopes), source, { id })
    expect(errors).toEqual([])
    return (data as { project: { overview: { problems: object[] } } }).project.overview.problems
  }
  expect(await problemsFor(["monitors:read"])).toEqual([
    { status: "OFFLINE", incidentId: null, alertId: null },
  ])
  expect(await problemsFor(["monitors:read", "incidents:read", "alerts:read"])).toEqual([
    { status: "OFFLINE", incidentId, alertId },
  ])
})

test("failures that wait for their confirmation are listed until it comes", async () => {
  const { id } = await makeProject(world)
  const { system, services } = world
  const monitor = await insertMonitor(world, id, { failureThreshold: 3 })
  const degraded = { ...offline, status: "degraded" } as const
  const query = `query ($id: ID!) { project(id: $id) {
    overview { unconfirmed { name failures failureThreshold reason nextCheckAt maintenanceEndsAt } problems { name } }
    monitors { edges { node { unconfirmedFailures } } } } }`
  const look = async () => {
    const { data, errors } = await ask(world, { kind: "system", name: "test" }, query, { id })
    expect(errors).toEqual([])
    const { project } = data as { project: Found }
    const { unconfirmed, problems } = project.overview
    const rows = project.monitors.edges.map(({ node }) => node.unconfirmedFailures)
    return { unconfirmed, problems, rows }
  }
  const at = ago(1)
  const minutes = (count: number) => new Date(at.getTime() + count * 60_000)
  await recordChecks(services, [checkOf(monitor, minutes(0))])
  expect(await look()).toEqual({ unconfirmed: [], problems: [], rows: [0] })
  await recordChecks(services, [checkOf(monitor, minutes(1), offline)])
  await recordChecks(services, [checkOf(monitor, minutes(2), degraded)])
  expect(await look()).toEqual({
    unconfirmed: [
      {
        name: "Shop",
        failures: 2,
        failureThreshold: 3,
        reason: said(offline),
        nextCheckAt: minutes(3).toISOString(),
        maintenanceEndsAt: null,
      },
    ],
    problems: [],
    rows: [2],
  })
  // Degraded is confirmed by the third failure; two offline checks wait for a third of their own.
  await recordChecks(services, [checkOf(monitor, minutes(3), offline)])
  await recordChecks(services, [checkOf(monitor, minutes(4), offline)])
  expect(await look()).toEqual({ unconfirmed: [], problems: [{ name: "Shop" }], rows: [2] })
  await recordChecks(services, [checkOf(monitor, minutes(5), offline)])
  expect((await look()).rows).toEqual([0])
  await pauseMonitor(system, monitor.id)
  expect(await look()).toEqual({ unconfirmed: [], problems: [], rows: [0] })

  const maintained = await insertMonitor(world, id, { failureThreshold: 3 })
  const endsAt = ago(-2)
  await maintain(world, maintained, ago(1), endsAt)
  await recordChecks(services, [checkOf(maintained, minutes(6), offline)])
  expect((await look()).unconfirmed).toMatchObject([
    { failures: 1, maintenanceEndsAt: endsAt.toISOString() },
  ])
})

type Found = {
  overview: { unconfirmed: object[]; problems: object[] }
  monitors: { edges: { node: { unconfirmedFailures: number } }[] }
}
