import { describe, expect, test, vi } from "vitest"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { storeChecks } from "../../src/graphql/monitoring/check/store-checks.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { createLog } from "../../src/platform/log.ts"
import { checkOf, offline } from "../support/checks.ts"
import { changeOf, createdMonitor, maintain, midnight } from "../support/history.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const hourMs = 3_600_000

async function makeMonitor(createdAt: Date) {
  const { id: projectId } = await makeProject(world)
  const monitor = await createdMonitor(world, projectId, createdAt)
  const { prisma } = world.services.database
  const where = { monitorSeq: monitor.seq }
  const orderBy = { at: "asc" } as const
  return {
    ...monitor,
    hours: () => prisma.monitorHour.findMany({ where, orderBy }),
    days: () => prisma.monitorDay.findMany({ where, orderBy }),
    store: (checks: CheckResult[]) => transact(world.services, (tx) => storeChecks(tx, checks)),
  }
}

const after = (from: Date, ms: number) => new Date(from.getTime() + ms)

describe("rollups", () => {
  test("an hour and its day contain seconds per status, checks and response times", async () => {
    const start = midnight(-2)
    const monitor = await makeMonitor(start)
    await changeOf(world, monitor.id, "operational", after(start, 60_000))
    await changeOf(world, monitor.id, "offline", after(start, 30 * 60_000))
    await maintain(world, monitor, after(start, 50 * 60_000), after(start, 2 * hourMs))
    const times = [10, 20, 30, 40, 50, 60, 70, 80, 90, 1000]
    await monitor.store([
      ...times.map((durationMs, minute) =>
        checkOf(monitor, after(start, minute * 60_000), {
          durationMs,
          phases: {
            dnsMs: 2,
            connectMs: durationMs / 2,
            tlsMs: null,
            firstByteMs: null,
            transferMs: null,
          },
        }),
      ),
      checkOf(monitor, after(start, 30 * 60_000), { ...offline, durationMs: 9999 }),
    ])
    await rollUp(world.services)
    const [hour, second] = await monitor.hours()
    expect(hour).toMatchObject({
      at: start,
      operationalMs: 29 * 60_000,
      degradedMs: 0,
      offlineMs: 20 * 60_000,
      unknownMs: 60_000,
      maintenanceMs: 10 * 60_000,
      operationalChecks: 10,
      degradedChecks: 0,
      offlineChecks: 1,
      unknownChecks: 0,
      latencySumMs: 1450,
      p50Ms: 50,
      p90Ms: 90,
      p99Ms: 1000,
      maxMs: 1000,
      phaseSumsMs: [20, 725, 0, 0, 0],
      phaseCounts: [10, 10, 0, 0, 0],
    })
    expect(hour?.latencyCounts.reduce((one, other) => one + other)).toBe(10)
    expect(second).toMatchObject({
      maintenanceMs: hourMs,
      offlineMs: 0,
      operationalChecks: 0,
      p50Ms: null,
    })
    const [day] = await monitor.days()
    expect(day).toMatchObject({
      at: start,
      operationalMs: 29 * 60_000,
      offlineMs: 20 * 60_000 + 22 * hourMs,
      maintenanceMs: 10 * 60_000 + hourMs,
      operationalChecks: 10,
      latencySumMs: 1450,
      maxMs: 1000,
    })
    // From a histogram: accurate to 2%.
    expect(Math.abs((day?.p50Ms ?? 0) / 50 - 1)).toBeLessThanOrEqual(0.02)
    expect(Math.abs((day?.p90Ms ?? 0) / 90 - 1)).toBeLessThanOrEqual(0.02)
  })

  test("a week of downtime is caught up, and a second run changes nothing", async () => {
    const start = after(midnight(-8), 90 * 60_000)
    const monitor = await makeMonitor(start)
    await changeOf(world, monitor.id, "operational", start)
    await rollUp(world.services)
    const hours = await monitor.hours()
    const days = await monitor.days()
    expect(hours.length).toBeGreaterThanOrEqual(8 * 24 - 2)
    // Yesterday is complete two minutes after its end.
    expect(days.slice(0, 7).map(({ at, operationalMs }) => [at, operationalMs / hourMs])).toEqual(
      [-8, -7, -6, -5, -4, -3, -2].map((n) => [midnight(n), n === -8 ? 22.5 : 24]),
    )
    await rollUp(world.services)
    // Everything is rolled up again, as after a restored backup.
    await world.services.database.prisma.monitorRollup.delete({
      where: { monitorSeq: monitor.seq },
    })
    await rollUp(world.services)
    expect((await monitor.days()).slice(0, days.length)).toEqual(days)
    expect((await monitor.hours()).slice(0, hours.length)).toEqual(hours)
  })

  test("late checks and backdated outages update their hours and days", async () => {
    const start = midnight(-4)
    const monitor = await makeMonitor(start)
    await changeOf(world, monitor.id, "operational", start)
    await rollUp(world.services)
    await changeOf(world, monitor.id, "offline", after(start, 5.5 * hourMs))
    await monitor.store([checkOf(monitor, after(start, 5.5 * hourMs), offline)])
    await rollUp(world.services)
    const hours = await monitor.hours()
    expect(
      hours
        .slice(4, 7)
        .map(({ operationalMs, offlineMs, offlineChecks }) => [
          operationalMs / hourMs,
          offlineMs / hourMs,
          offlineChecks,
        ]),
    ).toEqual([
      [1, 0, 0],
      [0.5, 0.5, 1],
      [0, 1, 0],
    ])
    const days = (await monitor.days()).slice(0, 3)
    expect(days.map(({ offlineMs }) => offlineMs / hourMs)).toEqual([18.5, 24, 24])
    const { prisma } = world.services.database
    expect(await prisma.rollupDirty.count()).toBe(0)
    expect(await prisma.rollupTouch.count()).toBe(0)
  })

  test("cancelling a window, or removing a monitor from it, updates its hours", async () => {
    const start = midnight(-2)
    const monitor = await makeMonitor(start)
    await changeOf(world, monitor.id, "operational", start)
    const { id } = await maintain(world, monitor, start, after(start, hourMs))
    const { id: other } = await maintain(
      world,
      monitor,
      after(start, hourMs),
      after(start, 2 * hourMs),
    )
    const maintained = async () => {
      await rollUp(world.services)
      return (await monitor.hours()).slice(0, 2).map(({ maintenanceMs }) => maintenanceMs / hourMs)
    }
    expect(await maintained()).toEqual([1, 1])
    const { prisma } = world.services.database
    await prisma.maintenance.update({ where: { id }, data: { state: "cancelled" } })
    expect(await maintained()).toEqual([0, 1])
    await prisma.maintenanceMonitor.deleteMany({ where: { maintenanceId: other } })
    expect(await maintained()).toEqual([0, 0])
  })

  test("a row written before a rollup and committed after it is included in the next one", async () => {
    const start = midnight(-1)
    const monitor = await makeMonitor(start)
    const written = Promise.withResolvers<void>()
    const rolled = Promise.withResolvers<void>()
    const late = transact(world.services, async (tx) => {
      await storeChecks(tx, [checkOf(monitor, after(start, 1000))])
      written.resolve()
      await rolled.promise
    })
    await written.promise
    await rollUp(world.services)
    expect((await monitor.hours())[0]?.operationalChecks).toBe(0)
    rolled.resolve()
    await late
    await rollUp(world.services)
    expect((await monitor.hours())[0]?.operationalChecks).toBe(1)
  })

  test("checks deleted by retention stay counted when their hour is rolled up again", async () => {
    const start = midnight(-1)
    const monitor = await makeMonitor(start)
    await changeOf(world, monitor.id, "operational", start)
    await monitor.store([checkOf(monitor, after(start, 1000))])
    await rollUp(world.services)
    await world.services.database.prisma.check.deleteMany({ where: { monitorSeq: monitor.seq } })
    await changeOf(world, monitor.id, "offline", after(start, 0.5 * hourMs))
    await rollUp(world.services)
    expect((await monitor.hours())[0]).toMatchObject({
      operationalMs: 0.5 * hourMs,
      offlineMs: 0.5 * hourMs,
      operationalChecks: 1,
      maxMs: 12.5,
    })
  })

  test("one monitor's error is logged and does not stop others; once fixed, it catches up", async () => {
    const start = midnight(-2)
    const faulty = await makeMonitor(start)
    const sound = await makeMonitor(start)
    await world.services.database.pool.query(
      "insert into check_result (monitor_seq, started_at, status, duration_ms) values ($1, $2, 'operational', 'NaN')",
      [faulty.seq, after(start, 1000).toISOString()],
    )
    const log = createLog("silent", "test")
    const failed = vi.spyOn(log, "error")
    await rollUp({ ...world.services, log })
    expect(failed.mock.calls.map(([members]) => members)).toMatchObject([
      { monitorSeq: faulty.seq },
    ])
    expect(await faulty.hours()).toEqual([])
    expect((await sound.hours()).length).toBeGreaterThanOrEqual(24)
    await world.services.database.prisma.check.deleteMany({ where: { monitorSeq: faulty.seq } })
    await rollUp(world.services)
    expect((await faulty.hours()).length).toBe((await sound.hours()).length)
  })

  test("two concurrent processes do not roll up twice", async () => {
    const monitor = await makeMonitor(midnight(-2))
    const done = await Promise.all([rollUp(world.services), rollUp(world.services)])
    const hours = (await monitor.hours()).length
    expect(hours).toBeGreaterThanOrEqual(24)
    // The other finds it in progress or finished.
    expect(done.toSorted((a, b) => (b ?? 0) - (a ?? 0))).toEqual([
      hours,
      expect.toBeOneOf([null, 0]),
    ])
  })
})
