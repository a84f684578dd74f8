import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createLog } from "../../src/platform/log.ts"
import { connect } from "../../src/platform/postgres.ts"
import { createReporter } from "../../src/probe/report.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { openProxy } from "../support/tcp-proxy.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
async function reporting() {
  const project = await makeProject(world)
  const [one, other] = [
    await insertMonitor(world, project.id),
    await insertMonitor(world, project.id),
  ]
  const reporter = createReporter(world.services)
  const recorded = (count: number) =>
    new Promise<string[]>((resolve) => {
      const seen: string[] = []
      const stop = world.services.bus.subscribe("checks.recorded", ({ startedAtMs }) => {
        seen.push(...[one, other].flatMap(({ id, seq }) => (seq in startedAtMs ? [id] : [])))
        if (seen.length < count) return
        stop()
        resolve(seen)
      })
    })
  return { one, other, reporter, recorded }
}

const second = (at: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, at))

test("unchanged results are batched, and sent with the first change", async () => {
  const { one, other } = await reporting()
  const begun: { ids: string[]; atMs: number }[] = []
  const reporter = createReporter(world.services, async (services, results) => {
    begun.push({ ids: results.map(({ monitorId }) => monitorId), atMs: performance.now() })
    await recordChecks(services, results)
  })
  reporter.add(checkOf(one, second(0)))
  reporter.add(checkOf(other, second(0)))
  await expect.poll(() => reporter.waiting).toBe(0)
  const both = [one.id, other.id]
  let turn = 0
  const change = async () => {
    turn += 1
    reporter.add(checkOf(one, second(60 * turn)))
    await world.services.database.pool.query("select 1")
    expect(reporter.waiting).toBe(1)
    const from = performance.now()
    reporter.add(checkOf(other, second(60 * turn), turn % 2 === 1 ? offline : {}))
    await expect.poll(() => reporter.waiting).toBe(0)
    expect(begun[turn]?.ids).toEqual(both)
    return (begun[turn]?.atMs ?? Infinity) - from
  }
  // Alone it would have waited for half a second.
  await expect.poll(change).toBeLessThan(400)
})

test("changes that arrive during a transaction, and right after it, share the next", async () => {
  const { one, other } = await reporting()
  const begun: number[] = []
  const running = Promise.withResolvers<void>()
  const reporter = createReporter(world.services, async (services, results) => {
    begun.push(results.length)
    if (begun.length === 1) await running.promise
    await recordChecks(services, results)
  })
  reporter.add(checkOf(one, second(0), offline))
  await expect.poll(() => begun).toEqual([1])
  reporter.add(checkOf(other, second(0), offline))
  reporter.add(checkOf(one, second(1), offline))
  reporter.add(checkOf(other, second(1), offline))
  running.resolve()
  await expect.poll(() => reporter.waiting).toBe(0)
  expect(begun).toEqual([1, 3])
})

test("a batch is stored after a while by itself, and before a stop", async () => {
  const { one, reporter, recorded } = await reporting()
  const first = recorded(1)
  reporter.add(checkOf(one, second(0)))
  await first
  const next = recorded(1)
  reporter.add(checkOf(one, second(60)))
  expect(await next).toEqual([one.id])
  reporter.add(checkOf(one, second(120)))
  await reporter.drain()
  expect(reporter.waiting).toBe(0)
  const { prisma } = world.services.database
  expect(await prisma.check.count({ where: { monitorSeq: one.seq } })).toBe(3)
})

test("a row that the database refuses affects only itself", async () => {
  const { one, other } = await reporting()
  const log = createLog("silent", "test")
  const reporter = createReporter({ ...world.services, log })
  reporter.add(checkOf(one, second(0), { ...offline, attempts: 40_000 }))
  reporter.add(checkOf(other, second(0)))
  reporter.add(checkOf(one, second(60)))
  await reporter.drain()
  expect(reporter.waiting).toBe(0)
  const { prisma } = world.services.database
  expect(await prisma.check.count({ where: { monitorSeq: one.seq } })).toBe(1)
  expect(await prisma.check.count({ where: { monitorSeq: other.seq } })).toBe(1)
})

test("a database that goes down between two rows loses neither of them", async () => {
  const { one, other } = await reporting()
  const url = new URL(world.connectionString)
  const proxy = await openProxy(Number(url.port))
  url.port = `${proxy.port}`
  const database = connect(url.href, 2)
  let calls = 0
  const services = { ...world.services, database, log: createLog("silent", "test") }
  const reporter = createReporter(services, async (given, results) => {
    calls += 1
    if (calls === 1) throw new Error("one of them cannot be stored")
    if (calls === 3) proxy.cut()
    await recordChecks(given, results)
  })
  try {
    reporter.add(checkOf(one, second(0)))
    reporter.add(checkOf(other, second(0)))
    await expect.poll(() => calls).toBe(3)
    proxy.restore()
    await expect.poll(() => reporter.waiting).toBe(0)
    await reporter.drain()
  } finally {
    await database.end()
  }
  const { prisma } = world.services.database
  expect(await prisma.check.count({ where: { monitorSeq: one.seq } })).toBe(1)
  expect(await prisma.check.count({ where: { monitorSeq: other.seq } })).toBe(1)
})

/** Simulates a full disk: the server responds but stores nothing. */
async function fillDisk() {
  const { pool } = world.services.database
  await pool.query(
    `create or replace function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
  )
  await pool.query(
    "create trigger full_disk before insert on check_result for each statement execute function refuse()",
  )
  return () => pool.query("drop trigger full_disk on check_result")
}

const minute = (at: number) => new Date(Date.UTC(2026, 10, 21, 10, at))

async function outageOf(monitorId: string) {
  const { rows } = await world.services.database.pool.query<{ at: Date }>(
    "select started_at as at from incident where monitor_id = $1",
    [monitorId],
  )
  return rows.map(({ at }) => at)
}

test("an outage that began while the disk was full starts at its first failed check", async () => {
  const { one, other } = await reporting()
  let tries = 0
  const services = { ...world.services, log: createLog("silent", "test") }
  const reporter = createReporter(services, (given, results) => {
    tries += 1
    return recordChecks(given, results)
  })
  const free = await fillDisk()
  reporter.add(checkOf(one, minute(0)))
  reporter.add(checkOf(other, minute(0)))
  for (const at of [1, 2, 3]) reporter.add(checkOf(one, minute(at), offline))
  // Longer than a row that is refused on its own is retried.
  await expect.poll(() => tries).toBeGreaterThan(4)
  expect(reporter.waiting).toBe(5)
  await free()
  await expect.poll(() => reporter.waiting).toBe(0)
  await reporter.drain()
  expect(await outageOf(one.id)).toEqual([minute(1)])
  const { prisma } = world.services.database
  expect(await prisma.check.count({ where: { monitorSeq: one.seq } })).toBe(4)
})

test("a full queue drops repeated results, and an outage still starts at its first failed check", async () => {
  const { one, other } = await reporting()
  const log = createLog("silent", "test")
  const reporter = createReporter({ ...world.services, log }, recordChecks, 20)
  const free = await fillDisk()
  reporter.add(checkOf(one, minute(0)))
  for (let at = 1; at <= 40; at += 1) {
    reporter.add(checkOf(one, minute(at), offline))
    reporter.add(checkOf(other, minute(at)))
  }
  expect(reporter.waiting).toBeLessThanOrEqual(20)
  await free()
  await expect.poll(() => reporter.waiting).toBe(0)
  await reporter.drain()
  expect(await outageOf(one.id)).toEqual([minute(1)])
  expect(await outageOf(other.id)).toEqual([])
})
