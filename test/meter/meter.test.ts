import { afterAll, beforeEach, describe, expect, test } from "vitest"
import { systemClock } from "../../src/platform/clock.ts"
import { createLog } from "../../src/platform/log.ts"
import { createLocalMeter } from "../../src/platform/meter/local-meter.ts"
import type { Meter } from "../../src/platform/meter/meter.ts"
import { createPostgresMeter } from "../../src/platform/meter/postgres-meter.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const silent = createLog("silent", "test")

const inPostgres = () => createPostgresMeter(world.services.database.pool)

const query = (text: string, values: unknown[] = []) =>
  world.services.database.pool.query(text, values)

const open: Meter[] = []
afterAll(() => Promise.all(open.map((meter) => meter.close())))

const inMemory = () => {
  const { pool } = world.services.database
  const meter = createLocalMeter({ pool, clock: systemClock, log: silent }, inPostgres())
  open.push(meter)
  return meter
}

const makers: [string, () => Meter][] = [
  ["PostgreSQL", inPostgres],
  ["memory", inMemory],
]

describe.each(makers)("counted in %s", (_name, make) => {
  const state = { projectId: "" }
  beforeEach(async () => {
    state.projectId = (await makeProject(world)).id
  })

  test("two processes together allow exactly the limit per minute", async () => {
    const { projectId } = state
    const [one, two] = [make(), make()]
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
    const meter = make()
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
    const meter = make()
    const allowance = { perMinute: 2, perMonth: 100 }
    await meter.count(state.projectId, allowance)
    const other = await makeProject(world)
    expect(await meter.read(other.id, allowance)).toMatchObject({ minuteUsed: 0, monthUsed: 0 })
    expect(await meter.count(state.projectId, allowance)).toMatchObject({ minuteUsed: 2 })
  })
})

/** Processes of earlier tests do not count any more. */
async function stopAll(): Promise<void> {
  await Promise.all(open.splice(0).map((meter) => meter.close()))
  await query("delete from counting_lease")
}

describe("counted in memory by the only process", () => {
  const allowance = { perMinute: 5, perMonth: 1000 }
  const storedOf = async (id: string) => (await inPostgres().read(id, allowance)).monthUsed
  beforeEach(stopAll)

  test("requests are counted at once and stored soon, or when it stops", async () => {
    const { id } = await makeProject(world)
    const meter = inMemory()
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
    const [first, second] = [inMemory(), inMemory()]
    for (let i = 0; i < 3; i += 1) await first.count(id, allowance)
    expect(await second.count(id, allowance)).toMatchObject({ minuteUsed: 4 })
    expect(await first.count(id, allowance)).toMatchObject({ minuteUsed: 5 })
    expect(await second.count(id, allowance)).toMatchObject({ refusedBy: "minute" })
  })

  test("a process that stops leaves the count to the next one, which counts in memory", async () => {
    const { id } = await makeProject(world)
    const first = inMemory()
    await first.count(id, allowance)
    await first.count(id, allowance)
    await first.close()
    const next = inMemory()
    expect(await next.count(id, allowance)).toMatchObject({ minuteUsed: 3 })
    expect(await next.count(id, allowance)).toMatchObject({ minuteUsed: 4 })
    expect((await query("select from counting_lease where shared_until > now()")).rows).toEqual([])
  })

  test("a process that others have counted beside forgets what it knew", async () => {
    const { id } = await makeProject(world)
    const [meter, other] = [inMemory(), inPostgres()]
    await meter.count(id, allowance)
    await query("update counting_lease set term = term + 1")
    await other.count(id, allowance)
    // Until it asks again, it may count alone.
    await soon(async () => (await meter.read(id, allowance)).minuteUsed).toBe(2)
    expect(await meter.count(id, allowance)).toMatchObject({ minuteUsed: 3 })
  })

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
