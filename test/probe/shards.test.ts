import { expect, test } from "vitest"
import { systemClock } from "../../src/platform/clock.ts"
import { newId } from "../../src/platform/id.ts"
import { createShards, listeningSince, shardCount } from "../../src/probe/shards.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const pool = () => world.services.database.pool
const all = Array.from({ length: shardCount }, (_, shard) => shard)
const sorted = (...sets: ReadonlySet<number>[]) =>
  sets.flatMap((set) => [...set]).toSorted((a, b) => a - b)

test("one prober has all shards; a second gets half; none is leased twice; those of a dead one are released", async () => {
  const one = createShards(pool(), systemClock)
  const two = createShards(pool(), systemClock)
  await one.renew()
  expect(sorted(one.held())).toEqual(all)
  await two.renew()
  await one.renew()
  await two.renew()
  expect(one.held().size).toBe(32)
  expect(sorted(one.held(), two.held())).toEqual(all)
  // The first one dies: its leases are not renewed and expire.
  await pool().query("update prober set seen_at = now() - interval '30 seconds'")
  await pool().query("update probe_shard set lease_until = now() - interval '10 seconds'")
  await two.renew()
  expect(sorted(two.held())).toEqual(all)
  await two.release()
  expect(two.held().size).toBe(0)
})

test("a released shard says which of its checks have started, to the next prober alone", async () => {
  const startedAt = new Date("2026-11-28T12:00:00.123Z")
  const unstored = () => [{ monitorSeq: 3 * shardCount + 40, startedAt }]
  let releases = 0
  const one = createShards(pool(), systemClock, { unstored, onRelease: () => (releases += 1) })
  const two = createShards(pool(), systemClock)
  await one.renew()
  await two.renew()
  expect(releases).toBe(0)
  // Gives half away.
  await one.renew()
  expect(releases).toBe(1)
  await two.renew()
  expect(two.handover(40)?.started).toEqual(new Map([[3 * shardCount + 40, startedAt]]))
  expect(two.handover(41)?.started).toEqual(new Map())
  expect(two.handover(41)?.releasedAt).toBeInstanceOf(Date)
  await one.release()
  expect(releases).toBe(2)
  await two.renew()
  expect(sorted(two.held())).toEqual(all)
  expect(two.handover(0)?.releasedAt).toBeInstanceOf(Date)
  // A lease that expires says nothing, not even what an earlier release said.
  await pool().query("update prober set seen_at = now() - interval '30 seconds'")
  await pool().query("update probe_shard set lease_until = now() - interval '10 seconds'")
  await one.renew()
  expect(sorted(one.held())).toEqual(all)
  expect(one.handover(40)).toBeUndefined()
  await one.release()
})

test("a shard passed on before its monitors were read tells what the prober before that said", async () => {
  const startedAt = new Date("2026-11-28T12:00:00.123Z")
  const unstored = () => [{ monitorSeq: 40, startedAt }]
  const one = createShards(pool(), systemClock, { unstored })
  const two = createShards(pool(), systemClock)
  await one.renew()
  await one.release()
  await two.renew()
  const said = two.handover(40)
  two.took(41)
  await two.release()
  const next = createShards(pool(), systemClock)
  await next.renew()
  expect(next.handover(40)?.releasedAt).toEqual(said?.releasedAt)
  expect(next.handover(40)?.started.get(40)).toEqual(startedAt)
  expect(next.handover(41)?.releasedAt.getTime()).toBeGreaterThan(
    said?.releasedAt.getTime() ?? Infinity,
  )
  await next.release()
})

test("a prober that is released while it renews has no shards in the end", async () => {
  const shards = createShards(pool(), systemClock)
  await Promise.all([shards.renew(), shards.release()])
  expect(shards.held().size).toBe(0)
  const { rows } = await pool().query("select from probe_shard where holder is not null")
  expect(rows).toHaveLength(0)
})

test("a restarted prober continues with its shards at once, as a new run", async () => {
  const id = newId()
  const killed = createShards(pool(), systemClock, { id })
  await killed.renew()
  const started = await listeningSince(pool())
  const stranger = createShards(pool(), systemClock)
  await stranger.renew()
  expect(stranger.held().size).toBe(0)
  await stranger.release()
  const next = createShards(pool(), systemClock, { id })
  await next.renew()
  expect(sorted(next.held())).toEqual(all)
  const again = await listeningSince(pool())
  expect(again?.getTime()).toBeGreaterThan(started?.getTime() ?? Infinity)
  await next.renew()
  expect(await listeningSince(pool())).toEqual(again)
  await next.release()
})

test("a prober that slept past its lease has no shards until it has renewed", async () => {
  let sleptMs = 0
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + sleptMs }
  const shards = createShards(pool(), clock)
  await shards.renew()
  expect(shards.held().size).toBeGreaterThan(0)
  sleptMs = 14_000
  expect(shards.held().size).toBe(0)
  await shards.renew()
  expect(shards.held().size).toBeGreaterThan(0)
  await shards.release()
})
