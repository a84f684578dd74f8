import { expect, test, vi } from "vitest"
import { slotOffset } from "../../src/probe/schedule.ts"
import { shardCount } from "../../src/probe/shards.ts"
import { openHouse, roleOf, type Check, type House } from "./faults/house.ts"
import { gaps, openAnchor, openShop } from "./faults/shop.ts"
import { patience } from "../support/patience.ts"

const intervalMs = 6000
const healthyPages = 40
/** A killed prober's lease, then the survivor's next renewal and next poll, as promised in README.md. */
const takeoverMs = 15_000 + 4000 + 1000
/** Tolerance of these times on a busy machine. */
const lateMs = 5000

const shardsOf = async ({ services: { database } }: House): Promise<Map<string, Set<number>>> => {
  const rows = await database.prisma.probeShard.findMany({ where: { holder: { not: null } } })
  const byHolder = Map.groupBy(rows, ({ holder }) => holder ?? "")
  return new Map(
    [...byHolder].map(([holder, held]) => [holder, new Set(held.map(({ shard }) => shard))]),
  )
}

const areShared = (house: House, sizes: number[]) =>
  vi.waitFor(async () => {
    const held = await shardsOf(house)
    expect([...held.values()].map(({ size }) => size)).toEqual(sizes)
    return held
  }, patience)

const timesOf = (checks: Check[]) => checks.map(({ at }) => at.getTime())

/** Most checks that started within a time of this length. */
const mostWithin = (ms: number, times: number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at - from >= 0 && at - from < ms).length))

/** Checks of one monitor that followed another within the same slot. */
const doubled = (times: number[], fromMs: number, toMs: number) =>
  gaps(times.filter((at) => at >= fromMs && at <= toMs)).filter((ms) => ms < intervalMs / 2).length

test("a prober joins and one is killed: no false outage, no gap beyond the takeover, no burst", async () => {
  await using bin = new AsyncDisposableStack()
  const shop = await openShop(bin)
  const house = await openHouse(bin, { EGRESS_ANCHORS: await openAnchor(bin) })
  const pages = await Promise.all(
    Array.from({ length: healthyPages + 1 }, async (_, index) => {
      // Spread over the shards: consecutive numbers would mostly belong to the first prober.
      const members = { seq: 3 * index + 1, intervalSeconds: intervalMs / 1000 }
      const path = `/${index}`
      return { ...(await house.watch(shop.url(path), members)), path }
    }),
  )
  const eachCheckedSince = (since: Date) =>
    vi.waitFor(async () => {
      const checks = await Promise.all(pages.map(house.checks))
      expect(checks.filter((own) => !own.some(({ at }) => at > since))).toEqual([])
    }, patience)
  const [down] = pages
  shop.break(down?.path ?? "")

  await house.start(["probe"])
  const startedAt = await house.now()
  const [first = ""] = (await areShared(house, [shardCount])).keys()
  await eachCheckedSince(startedAt)

  const joinedAt = await house.now()
  const second = await house.start(["probe"])
  const half = await areShared(house, [shardCount / 2, shardCount / 2])
  const sharedAt = await house.now()
  await eachCheckedSince(sharedAt)

  const isOrphaned = ({ seq }: { seq: number }) => half.get(first)?.has(seq % shardCount) === false
  const orphans = pages.filter(isOrphaned)
  expect(orphans.length).toBeGreaterThan(healthyPages / 3)
  const failing = [pages.find((page) => page !== down && !isOrphaned(page)), orphans.at(-1)]
  const role = await roleOf(second, "probe")
  const failedAt = await house.now()
  for (const page of failing) shop.break(page?.path ?? "")
  // The supervisor is killed first, because it would restart the role.
  second.process.kill("SIGKILL")
  process.kill(role, "SIGKILL")
  await areShared(house, [shardCount])
  await eachCheckedSince(await house.now())
  const endedAt = await house.now()

  const all: number[] = []
  for (const page of pages) {
    const isDown = page === down || failing.includes(page)
    const outages = isDown ? 1 : 0
    expect(await house.ledger(page)).toMatchObject({ incidents: outages, alerts: outages })
    const checks = await house.checks(page)
    expect(checks.some(({ status }) => status !== "operational")).toBe(isDown)
    const times = timesOf(checks)
    all.push(...times)
    const longestMs = intervalMs + (isOrphaned(page) ? takeoverMs : 0) + lateMs
    const unseen = gaps([startedAt.getTime(), ...times, endedAt.getTime()])
    expect(Math.max(...unseen)).toBeLessThan(longestMs)
    const handedOverMs = sharedAt.getTime() + intervalMs
    expect(doubled(times, startedAt.getTime(), joinedAt.getTime())).toBe(0)
    expect(doubled(times, joinedAt.getTime(), handedOverMs)).toBeLessThanOrEqual(1)
    expect(doubled(times, handedOverMs, endedAt.getTime())).toBe(0)
    if (!failing.includes(page)) continue
    const found = checks.find(({ status }) => status === "offline")
    expect(found?.at.getTime()).toBeLessThan(failedAt.getTime() + longestMs)
  }
  // A check may start a second late on a busy machine, together with those of the next second.
  const plannedWithin = (some: typeof pages) => {
    const offsets = some.map(({ seq }) => slotOffset(seq, intervalMs))
    return mostWithin(2000, [...offsets, ...offsets.map((at) => at + intervalMs)])
  }
  const most = plannedWithin(pages) + plannedWithin(orphans)
  // All orphans at once, among those of a usual second, would be more.
  expect(most).toBeLessThan(orphans.length + pages.length / (intervalMs / 1000))
  expect(mostWithin(1000, all)).toBeLessThanOrEqual(most)
})
