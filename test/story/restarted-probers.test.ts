import { expect, test, vi } from "vitest"
import { slotOffset } from "../../src/probe/schedule.ts"
import { openHouse, type House } from "./faults/house.ts"
import { openAnchor, openShop } from "./faults/shop.ts"
import { patience } from "../support/patience.ts"

const monitors = 240
const intervalMs = 10_000
/** A process on a busy machine may need seconds; a lease that is not released costs fifteen, and a lost hint five. */
const mostLateMs = 4000
/** The restarts and one interval take fifteen seconds; a prober that is stalled for five more skips slots. */
const calmMs = 19_000
/** On a busy machine: a lease that is not released costs nearly every monitor a slot. */
const mostStalled = monitors * 0.6
/** Tolerance of the probers' clocks. */
const earlyMs = 500

async function watchMany({ projectId, services }: House, url: string): Promise<void> {
  await services.database.pool.query(
    `with made as (
       insert into monitor (id, project_id, name, kind, url, interval_seconds, timeout_seconds, updated_at)
       select gen_random_uuid(), $1, 'Page ' || n, 'http', $2 || n, $3, 5, now()
         from generate_series(1, $4::int) n returning id)
     insert into monitor_state (monitor_id) select id from made`,
    [projectId, url, intervalMs / 1000, monitors],
  )
}

/** When the checks of each monitor started since then. */
async function startsOf({ services }: House, since: Date): Promise<Map<number, number[]>> {
  const { rows } = await services.database.pool.query<{ seq: number; at: Date[] }>(
    `select m.seq, coalesce(array_agg(c.started_at order by c.started_at)
                              filter (where c.started_at >= $1), '{}') as at
       from monitor m left join check_result c on c.monitor_seq = m.seq group by m.seq`,
    [since],
  )
  return new Map(rows.map(({ seq, at }) => [seq, at.map((one) => one.getTime())]))
}

const eachCheckedSince = (house: House, since: Date) =>
  vi.waitFor(async () => {
    const unchecked = [...(await startsOf(house, since)).values()].filter((at) => at.length === 0)
    expect(unchecked).toHaveLength(0)
  }, patience)

/** All hold shards, each at most its share. */
const areShared = ({ services }: House, probers: number) =>
  vi.waitFor(async () => {
    const held = await services.database.prisma.probeShard.groupBy({ by: ["holder"], _count: true })
    expect(held.every(({ holder, _count }) => holder !== null && _count <= 22)).toBe(true)
    expect(held).toHaveLength(probers)
  }, patience)

const slotOf = (seq: number, atMs: number) => {
  const sinceMs = atMs - slotOffset(seq, intervalMs) + earlyMs
  const slot = Math.floor(sinceMs / intervalMs)
  return { slot, lateMs: sinceMs - earlyMs - slot * intervalMs }
}

test("restarting three probers one after the other runs each slot of each monitor once and on time", async () => {
  await using bin = new AsyncDisposableStack()
  const shop = await openShop(bin)
  const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
  await watchMany(house, shop.url("/"))
  const start = () => house.start(["probe"])
  const [one, two, three] = await Promise.all([start(), start(), start()])
  await areShared(house, 3)
  const startedAt = await house.now()
  await eachCheckedSince(house, startedAt)

  const beganMs = performance.now()
  for (const [program, isReplacedFirst] of [
    [one, false],
    [two, true],
    [three, false],
  ] as const) {
    if (isReplacedFirst) await start()
    expect(await program.stop()).toEqual({ code: 0, signal: null })
    if (!isReplacedFirst) await start()
  }
  await areShared(house, 3)
  const restartedAt = await house.now()
  await eachCheckedSince(house, restartedAt)
  const tookMs = performance.now() - beganMs

  // Each monitor was checked before the restarts and after them.
  const found = [...(await startsOf(house, startedAt))].map(([seq, times]) => {
    const slots = times.map((at) => slotOf(seq, at))
    const [first = { slot: 0 }] = slots
    const unlike = slots.filter(({ slot }, index) => slot !== first.slot + index)
    // A process that has just started for the first time may be late with the first ones.
    return { seq, unlike, lateMs: Math.max(...slots.slice(1).map(({ lateMs }) => lateMs)) }
  })
  expect(found).toHaveLength(monitors)
  // None is missing and none is repeated.
  const faulty = found.filter(({ unlike, lateMs }) => unlike.length > 0 || lateMs > mostLateMs)
  expect(faulty.slice(tookMs < calmMs ? 0 : mostStalled)).toEqual([])
})
