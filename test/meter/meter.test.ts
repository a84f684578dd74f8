import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { systemClock } from "../../src/platform/clock.ts"
import { createLog } from "../../src/platform/log.ts"
import { createLocalMeter } from "../../src/platform/meter/local-meter.ts"
import type { Meter, SharedMeter } from "../../src/platform/meter/meter.ts"
import { monthOf } from "../../src/platform/meter/meter.ts"
import type { Floor } from "../../src/platform/meter/postgres-meter.ts"
import { createPostgresMeter } from "../../src/platform/meter/postgres-meter.ts"
import { createRedisMeter } from "../../src/platform/meter/redis-meter.ts"
import type { TestRedis } from "../support/redis.ts"
import { startRedis } from "../support/redis.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const held: { redis?: TestRedis } = {}
const silent = createLog("silent", "test")

// Installing it takes a while.
beforeAll(async () => {
  held.redis = await startRedis()
})
afterAll(() => held.redis?.stop())

const redis = (): TestRedis => {
  if (held.redis === undefined) throw new Error("Redis starts in beforeAll")
  return held.redis
}

const inPostgres = (floor?: Floor) => createPostgresMeter(world.services.database.pool, floor)

const query = (text: string, values: unknown[] = []) =>
  world.services.database.pool.query(text, values)

const open: Meter[] = []
const inRedis = async (channel: string, clock = systemClock) => {
  const meter = await createRedisMeter(
    { url: redis().url, channel, clock, log: silent },
    inPostgres,
  )
  open.push(meter)
  return meter
}
afterAll(() => Promise.all(open.map((meter) => meter.close())))

const inMemory = (shared: SharedMeter = inPostgres()) => {
  const { pool } = world.services.database
  const meter = createLocalMeter({ pool, clock: systemClock, log: silent }, shared)
  open.push(meter)
  return meter
}

const makers: [string, () => () => Promise<Meter>][] = [
  ["PostgreSQL", () => () => Promise.resolve(inPostgres())],
  ["memory", () => () => Promise.resolve(inMemory())],
  [
    "memory, stored in Redis",
    () => {
      const channel = randomUUID()
      return async () => inMemory(await inRedis(channel))
    },
  ],
  [
    "Redis",
    () => {
      const channel = randomUUID()
      return () => inRedis(channel)
    },
  ],
]

describe.each(makers)("counted in %s", (_name, make) => {
  const state = { projectId: "", meter: () => Promise.resolve<Meter>(inPostgres()) }
  beforeEach(async () => {
    state.projectId = (await makeProject(world)).id
    state.meter = make()
  })

  test("two processes together allow exactly the limit per minute", async () => {
    const { projectId } = state
    const [one, two] = [await state.meter(), await state.meter()]
    const allowance = { perMinute: 50, perMonth: 1000 }
    const readings = await Promise.all(
      Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? one : two).count(projectId, allowance)),
    )
    const taken = readings.filter((reading) => reading.refusedBy === null)
    expect(taken.map((reading) => reading.minuteUsed).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
    expect(readings.filter((reading) => reading.refusedBy === "minute")).toHaveLength(70)
    const after = await one.read(projectId, allowance)
    expect(after).toMatchObject({ minuteUsed: 50, monthUsed: 50, refusedBy: "minute" })
    expect(after.minuteEndsInMs).toBeGreaterThan(50_000)
    expect(after.minuteEndsInMs).toBeLessThanOrEqual(60_000)
  })

  test("the monthly limit is checked before the limit per minute, and refused requests do not count", async () => {
    const meter = await state.meter()
    const allowance = { perMinute: 5, perMonth: 3 }
    const refusals = []
    for (let i = 0; i < 6; i += 1) {
      refusals.push((await meter.count(state.projectId, allowance)).refusedBy)
    }
    expect(refusals).toEqual([null, null, null, "month", "month", "month"])
    expect(await meter.read(state.projectId, { perMinute: 5, perMonth: 100 })).toMatchObject({
      refusedBy: null,
      minuteUsed: 3,
      monthUsed: 3,
    })
  })

  test("one project's requests do not affect another's, and reading does not count", async () => {
    const meter = await state.meter()
    const allowance = { perMinute: 2, perMonth: 100 }
    await meter.count(state.projectId, allowance)
    const other = await makeProject(world)
    expect(await meter.read(other.id, allowance)).toMatchObject({ minuteUsed: 0, monthUsed: 0 })
    expect(await meter.count(state.projectId, allowance)).toMatchObject({ minuteUsed: 2 })
  })
})

const stores: [string, () => () => Promise<SharedMeter>][] = [
  ["PostgreSQL", () => () => Promise.resolve(inPostgres())],
  [
    "Redis",
    () => {
      const channel = randomUUID()
      return () => inRedis(channel)
    },
  ],
]

/** Processes of earlier tests do not count any more. */
async function stopAll(): Promise<void> {
  await Promise.all(open.splice(0).map((meter) => meter.close()))
  await query("delete from counting_lease")
}

describe.each(stores)("counted in memory by the only process, stored in %s", (_name, make) => {
  const allowance = { perMinute: 5, perMonth: 1000 }
  const state = { shared: () => Promise.resolve<SharedMeter>(inPostgres()) }
  const storedOf = async (id: string) =>
    (await (await state.shared()).read(id, allowance)).monthUsed
  const start = async () => inMemory(await state.shared())
  beforeEach(async () => {
    await stopAll()
    state.shared = make()
  })

  test("requests are counted at once and stored soon, or when it stops", async () => {
    const { id } = await makeProject(world)
    const meter = await start()
    for (const used of [1, 2, 3]) {
      expect(await meter.count(id, allowance)).toMatchObject({ minuteUsed: used, monthUsed: used })
    }
    expect(await meter.read(id, allowance)).toMatchObject({ minuteUsed: 3, monthUsed: 3 })
    await soon(() => storedOf(id)).toBe(3)
    await meter.count(id, allowance)
    await meter.close()
    expect(await storedOf(id)).toBe(4)
  })

  test("a second process continues from what the first has counted, and both count exactly", async () => {
    const { id } = await makeProject(world)
    const [first, second] = [await start(), await start()]
    for (let i = 0; i < 3; i += 1) await first.count(id, allowance)
    expect(await second.count(id, allowance)).toMatchObject({ minuteUsed: 4 })
    expect(await first.count(id, allowance)).toMatchObject({ minuteUsed: 5 })
    expect(await second.count(id, allowance)).toMatchObject({ refusedBy: "minute" })
  })

  test("a process that stops leaves the count to the next one, which counts in memory", async () => {
    const { id } = await makeProject(world)
    const first = await start()
    await first.count(id, allowance)
    await first.count(id, allowance)
    await first.close()
    const next = await start()
    expect(await next.count(id, allowance)).toMatchObject({ minuteUsed: 3 })
    expect(await next.count(id, allowance)).toMatchObject({ minuteUsed: 4 })
    expect((await query("select from counting_lease where shared_until > now()")).rows).toEqual([])
  })

  test("a process that others have counted beside forgets what it knew", async () => {
    const { id } = await makeProject(world)
    const [meter, other] = [await start(), await state.shared()]
    await meter.count(id, allowance)
    await query("update counting_lease set term = term + 1")
    await other.count(id, allowance)
    // Until it asks again, it may count alone.
    await soon(async () => (await meter.read(id, allowance)).minuteUsed).toBe(2)
    expect(await meter.count(id, allowance)).toMatchObject({ minuteUsed: 3 })
  })
})

describe("counted in memory", () => {
  const allowance = { perMinute: 5, perMonth: 1000 }
  beforeEach(stopAll)

  test("at the limit PostgreSQL decides, so that a window that is over there is over", async () => {
    const { id } = await makeProject(world)
    const meter = inMemory()
    const refusals = await Promise.all(
      Array.from({ length: 9 }, async () => (await meter.count(id, allowance)).refusedBy),
    )
    expect(refusals.filter((one) => one === "minute")).toHaveLength(4)
    await query(
      "update request_count set window_started_at = now() - interval '70 s' where project_id = $1",
      [id],
    )
    expect(await meter.count(id, allowance)).toMatchObject({ minuteUsed: 1, monthUsed: 6 })
  })

  test("nobody counts while a process that has died may still count alone", async () => {
    const { id } = await makeProject(world)
    await query(
      `insert into counting_lease (id, holder, held_until, asked_by, shared_until, term)
       values (1, gen_random_uuid(), now() + interval '300 ms', gen_random_uuid(), '-infinity', 1)`,
    )
    expect(await inMemory().count(id, allowance)).toMatchObject({ minuteUsed: 1 })
    const { rows } = await query("select held_until <= now() as is_over from counting_lease")
    expect(rows).toEqual([{ is_over: true }])
  })
})

test("a new month starts at zero, and a minute ends a minute after its first request", async () => {
  const { id } = await makeProject(world)
  const { pool } = world.services.database
  const allowance = { perMinute: 2, perMonth: 3 }
  const meter = inPostgres()
  for (let i = 0; i < 2; i += 1) await meter.count(id, allowance)
  expect((await meter.count(id, allowance)).refusedBy).toBe("minute")
  await pool.query(
    "update request_count set window_started_at = date_trunc('milliseconds', now()) - interval '70 seconds' where project_id = $1",
    [id],
  )
  expect(await meter.count(id, allowance)).toMatchObject({ minuteUsed: 1, monthUsed: 3 })
  expect((await meter.count(id, allowance)).refusedBy).toBe("month")
  await pool.query(
    "update request_count set month = month - interval '1 month' where project_id = $1",
    [id],
  )
  expect(await meter.count(id, allowance)).toMatchObject({ refusedBy: null, monthUsed: 1 })
})

test("a process with a wrong clock counts in PostgreSQL's month and returns its end", async () => {
  const { id } = await makeProject(world)
  const channel = randomUUID()
  const { endsAt } = monthOf(new Date())
  const late = { ...systemClock, now: () => new Date(endsAt.getTime() + 1) }
  const right = await inRedis(channel)
  const wrong = await inRedis(channel, late)
  const allowance = { perMinute: 100, perMonth: 3 }
  for (const meter of [right, wrong, right]) {
    expect(await meter.count(id, allowance)).toMatchObject({ refusedBy: null })
  }
  for (const meter of [wrong, right]) {
    const reading = await meter.count(id, allowance)
    expect(reading).toMatchObject({ refusedBy: "month", monthUsed: 3 })
    expect(monthOf(reading.now).endsAt).toEqual(endsAt)
  }
  await wrong.close()
  expect(await inPostgres().read(id, allowance)).toMatchObject({ monthUsed: 3 })
})

test("requests continue within a second while Redis is unavailable, and the month's count is kept", async () => {
  const { id } = await makeProject(world)
  const channel = randomUUID()
  const meter = await inRedis(channel)
  const allowance = { perMinute: 100, perMonth: 1000 }
  const count = async () => {
    const startedAt = performance.now()
    const reading = await meter.count(id, allowance)
    return { ms: performance.now() - startedAt, used: reading.monthUsed }
  }
  const before = (await count()).used

  process.kill(redis().pid, "SIGSTOP")
  const still = await count()
  expect(still.used).toBe(before + 1)
  expect(still.ms).toBeLessThan(1000)
  // Redis has a timeout of 400 ms and is not asked a second time.
  expect((await count()).ms).toBeLessThan(400)
  process.kill(redis().pid, "SIGCONT")

  await redis().kill()
  const away = await count()
  expect(away.used).toBeGreaterThan(still.used)
  expect(away.ms).toBeLessThan(1000)

  // An empty Redis continues the month from PostgreSQL.
  await redis().restart()
  const fresh = await inRedis(channel)
  expect((await fresh.read(id, allowance)).monthUsed).toBe(away.used)
  await soon(async () => (await count()).used).toBeGreaterThan(away.used)
})

test("the only process goes on counting while Redis is unavailable, and both stores have the month's count", async () => {
  await stopAll()
  const { id } = await makeProject(world)
  const channel = randomUUID()
  const meter = inMemory(await inRedis(channel))
  const allowance = { perMinute: 4, perMonth: 1000 }
  const inStore = (store: Meter) => async () => (await store.read(id, allowance)).monthUsed
  await meter.count(id, allowance)
  await redis().kill()
  for (const minuteUsed of [2, 3, 4]) {
    expect(await meter.count(id, allowance)).toMatchObject({ minuteUsed, monthUsed: minuteUsed })
  }
  await soon(inStore(inPostgres())).toBe(4)
  // Its minute restarts in the other store, as with several processes.
  expect(await meter.count(id, allowance)).toMatchObject({ refusedBy: null, monthUsed: 5 })

  await redis().restart()
  const other = await inRedis(channel)
  await soon(inStore(other)).toBe(5)
  expect(await meter.count(id, allowance)).toMatchObject({ monthUsed: 6 })
  await meter.close()
  expect(await inStore(inPostgres())()).toBe(6)
})
