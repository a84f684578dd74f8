import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test, vi } from "vitest"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { newId } from "../../src/platform/id.ts"
import type { CheckTarget } from "../../src/probe/check-target.ts"
import { startProbe } from "../../src/probe/main.ts"
import { checkOf, insertMonitor, insertMonitors, offline } from "../support/checks.ts"
import { cutBus } from "../support/cut-bus.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"
import { patience } from "../support/patience.ts"

const world = useWorld()
const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const probe of running.splice(0)) await probe.stop()
})

/** The probe role with a check controlled by the test. */
async function probing(checkTarget: CheckTarget) {
  running.push(await startProbe(world.services, { checkTarget }))
}

const good = (target: Target) =>
  Promise.resolve({
    ...checkOf({ id: target.monitorId, seq: target.monitorSeq }, new Date()),
    requestedAt: target.checkRequestedAt,
  })

/** When the next check of a monitor that is stored started. */
const nextCheck = ({ seq }: { seq: number }): Promise<number> =>
  new Promise((resolve) => {
    const stop = world.services.bus.subscribe("checks.recorded", ({ startedAtMs }) => {
      if (!(seq in startedAtMs)) return
      stop()
      resolve(startedAtMs[seq] ?? 0)
    })
  })

async function request(monitor: { id: string; projectId: string }, isAnnounced = true) {
  const { database, bus } = world.services
  await database.prisma.monitor.update({
    where: { id: monitor.id },
    data: { checkRequestedAt: new Date() },
  })
  const payload = { projectId: monitor.projectId, monitorId: monitor.id }
  if (isAnnounced) await bus.publish([{ topic: "monitor.check_requested", payload }])
}

async function makeMonitor() {
  const project = await makeProject(world)
  return insertMonitor(world, project.id)
}

test("a requested check runs at once, is stored, and clears the request", async () => {
  await probing(good)
  const monitor = await makeMonitor()
  const recorded = nextCheck(monitor)
  const askedAt = performance.now()
  await request(monitor)
  await recorded
  expect(performance.now() - askedAt).toBeLessThan(2500)
  const { prisma } = world.services.database
  expect(
    await prisma.monitor.findUnique({ where: { id: monitor.id }, include: { state: true } }),
  ).toMatchObject({ checkRequestedAt: null, state: { status: "operational" } })
})

test("hundreds of requested checks start a few at a time", async () => {
  let inTheAir = 0
  let most = 0
  await probing(async (target) => {
    inTheAir += 1
    most = Math.max(most, inTheAir)
    await sleep(1)
    inTheAir -= 1
    return good(target)
  })
  const { id: projectId } = await makeProject(world)
  const monitors = await insertMonitors(world, projectId, 300)
  const { database, bus } = world.services
  await database.pool.query("update monitor set check_requested_at = now() where project_id = $1", [
    projectId,
  ])
  const recorded = nextCheck(monitors.at(-1) ?? { seq: 0 })
  await bus.publish(
    monitors.map(({ id: monitorId }) => ({
      topic: "monitor.check_requested",
      payload: { projectId, monitorId },
    })),
  )
  await recorded
  expect(most).toBeLessThan(100)
})

test("a request whose notification was lost is found by the poll", async () => {
  await probing(good)
  const monitor = await makeMonitor()
  const recorded = nextCheck(monitor)
  await request(monitor, false)
  expect(await recorded).toBeGreaterThan(0)
})

test("a second request during a requested check is answered by a check that started after it", async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
  let looks = 0
  const { promise: begun, resolve: sayBegun } = Promise.withResolvers<undefined>()
  const monitor = await makeMonitor()
  await probing(async (target) => {
    const result = await good(target)
    // Monitors of other tests are checked in their slots.
    if (target.monitorId !== monitor.id) return result
    looks += 1
    sayBegun(undefined)
    await held
    return result
  })
  await request(monitor)
  await begun
  await request(monitor)
  letGo(undefined)
  // Only a check that started after it clears a request.
  await soon(async () => {
    const where = { id: monitor.id }
    const { prisma } = world.services.database
    return (await prisma.monitor.findUniqueOrThrow({ where })).checkRequestedAt
  }).toBeNull()
  expect(looks).toBe(2)
})

test("results before a stop are stored, and the shards are released", async () => {
  const monitor = await makeMonitor()
  const { promise: begun, resolve: sayBegun } = Promise.withResolvers<undefined>()
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
  const checkTarget = async (target: Target) => {
    if (target.monitorId !== monitor.id) return good(target)
    sayBegun(undefined)
    await held
    return { ...checkOf({ id: target.monitorId, seq: target.monitorSeq }, new Date()), ...offline }
  }
  const probe = await startProbe(world.services, { checkTarget })
  await request(monitor)
  await begun
  const stopped = probe.stop()
  letGo(undefined)
  await stopped
  const { prisma } = world.services.database
  expect(await prisma.check.count({ where: { monitorSeq: monitor.seq } })).toBe(1)
  expect(await prisma.probeShard.count({ where: { holder: { not: null } } })).toBe(0)
})

/** A prober whose check of this monitor waits, with a request for it that it has begun to answer. */
async function startWaiting(monitor: { id: string; seq: number }, stopWithinMs?: number) {
  const { promise: begun, resolve: sayBegun } = Promise.withResolvers<undefined>()
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
  const checkTarget = async (target: Target) => {
    const startedAt = new Date()
    if (target.monitorId !== monitor.id) return good(target)
    sayBegun(undefined)
    await held
    return checkOf(monitor, startedAt, { requestedAt: target.checkRequestedAt })
  }
  const options = { checkTarget, ...(stopWithinMs === undefined ? {} : { stopWithinMs }) }
  const { pool } = world.services.database
  // None of its slots falls due, neither meanwhile nor before the request.
  await pool.query("update monitor set interval_seconds = 86400 where id = $1", [monitor.id])
  const probe = await startProbe(world.services, options)
  await pool.query(
    "update monitor set check_requested_at = now() - interval '1 second' where id = $1",
    [monitor.id],
  )
  await begun
  return { probe, letGo }
}

/** A second prober, which notes what it checks. */
async function startSecond() {
  const seen: string[] = []
  const { prisma } = world.services.database
  await probing((target) => {
    seen.push(target.monitorId)
    return good(target)
  })
  const hasAll = () =>
    soon(() => prisma.probeShard.groupBy({ by: ["holder"], _count: true })).toEqual([
      { holder: expect.any(String), _count: 64 },
    ])
  return { seen, hasAll }
}

test("a prober that stops hands over at once and finishes its check, which the next one does not repeat", async () => {
  const monitor = await makeMonitor()
  const { probe, letGo } = await startWaiting(monitor)
  const second = await startSecond()
  const stopped = probe.stop()
  await second.hasAll()
  // It has read the monitors once it answers another request.
  const other = await makeMonitor()
  const recorded = nextCheck(other)
  await request(other)
  await recorded
  letGo(undefined)
  await stopped
  expect(second.seen).not.toContain(monitor.id)
  const { prisma } = world.services.database
  expect(await prisma.check.count({ where: { monitorSeq: monitor.seq } })).toBe(1)
  const after = await prisma.monitor.findUniqueOrThrow({ where: { id: monitor.id } })
  expect(after.checkRequestedAt).toBeNull()
})

test("a check that a prober cannot finish before it stops is run by the next one", async () => {
  const monitor = await makeMonitor()
  const { probe } = await startWaiting(monitor, 50)
  const second = await startSecond()
  const recorded = nextCheck(monitor)
  await probe.stop()
  await recorded
  expect(second.seen.filter((id) => id === monitor.id)).toHaveLength(1)
})

test("two probers each check their own shards, and together all of them", async () => {
  const seen: { prober: string; monitorId: string }[] = []
  const checkAs = (prober: string) => (target: Target) => {
    seen.push({ prober, monitorId: target.monitorId })
    return good(target)
  }
  await probing(checkAs("one"))
  await probing(checkAs("two"))
  const { prisma } = world.services.database
  await vi.waitFor(async () => {
    const shares = await prisma.probeShard.groupBy({ by: ["holder"], _count: true })
    expect(shares.map((share) => share._count)).toEqual([32, 32])
  }, patience)
  const project = await makeProject(world)
  const monitors = await Promise.all(
    Array.from({ length: 40 }, () => insertMonitor(world, project.id)),
  )
  const recorded = Promise.all(monitors.map((monitor) => nextCheck(monitor)))
  await Promise.all(monitors.map((monitor) => request(monitor)))
  await recorded
  const probersOf = monitors.map(
    ({ id }) => new Set(seen.filter((one) => one.monitorId === id).map((one) => one.prober)),
  )
  expect(probersOf.map((probers) => probers.size)).toEqual(monitors.map(() => 1))
  expect(new Set(seen.map((one) => one.prober)).size).toBe(2)
})

test("after a gap on the bus a monitor is found, however long ago its transaction began", async () => {
  await probing(good)
  const { prisma, pool } = world.services.database
  const { id: projectId } = await makeProject(world)
  const longAgo = new Date(Date.now() - 600_000)
  const monitor = await prisma.monitor.create({
    data: {
      id: newId(),
      projectId,
      name: "Late",
      kind: "tcp",
      host: "127.0.0.1",
      port: 1,
      updatedAt: longAgo,
      checkRequestedAt: longAgo,
      state: { create: {} },
    },
  })
  const recorded = nextCheck(monitor)
  await cutBus(pool)
  expect(await recorded).toBeGreaterThan(0)
})
