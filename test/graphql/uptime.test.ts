import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import {
  readUptime,
  readUptimeByDay,
  readUptimesByDay,
  uptimeOf,
} from "../../src/graphql/monitoring/check/check-uptime.ts"
import {
  noTimes,
  type Excluded,
  type Times,
} from "../../src/graphql/monitoring/check/rules/uptime-times.ts"
import { deleteCorrection } from "../../src/graphql/monitoring/correction/delete-correction.ts"
import { changeOf, correct, createdMonitor, maintain, midnight } from "../support/history.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe("uptime", () => {
  test("leaves out time without data, and states its coverage", () => {
    const none = noTimes
    const from = new Date(0)
    const to = new Date(1000)
    expect([
      uptimeOf(from, to, { ...none, operational: 600, degraded: 150, offline: 250 }),
      uptimeOf(from, to, { ...none, operational: 100, unknown: 700, maintenance: 200 }),
      uptimeOf(from, to, { ...none, unknown: 1000 }),
    ]).toMatchObject([
      { percent: 75, coverage: 1 },
      { percent: 100, coverage: 0.1 },
      { percent: null, coverage: 0 },
    ])
  })

  test("any window gives the same result from rollups as from status changes", async () => {
    const { id: projectId } = await makeProject(world)
    const start = midnight(-4)
    const lengthMs = 3 * dayMs + 5 * hourMs + 17_123
    const moment = fc.integer({ min: 0, max: lengthMs })
    const story = fc.record({
      // In the order of decision; each may be backdated past earlier ones.
      changes: fc.array(
        fc.record({
          at: moment,
          to: fc.constantFrom("operational", "degraded", "offline", "unknown"),
        }),
        { maxLength: 8 },
      ),
      windows: fc.array(fc.tuple(moment, moment), { maxLength: 2 }),
      corrected: fc.array(fc.tuple(moment, moment), { maxLength: 3 }),
      asked: fc.array(fc.tuple(moment, moment), { minLength: 4, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(story, async ({ changes, windows, corrected, asked }) => {
        const createdAt = new Date(start.getTime() + 5 * 60_000)
        const monitor = await createdMonitor(world, projectId, createdAt)
        const at = (ms: number) => new Date(start.getTime() + ms)
        for (const [n, change] of changes.entries()) {
          // Later decisions override what was rolled up.
          if (n === 3) await rollUp(world.services)
          await changeOf(world, monitor.id, change.to, at(change.at))
        }
        const maintained = windows.map(ordered).filter(([lo, hi]) => lo < hi)
        for (const [lo, hi] of maintained) await maintain(world, monitor, at(lo), at(hi))
        await rollUp(world.services)
        const excluded: Span[] = []
        for (const [lo, hi] of corrected.map(ordered)) {
          const isNew = !excluded.some(([from, to]) => from <= lo && hi <= to)
          if (lo === hi || !isNew) continue
          excluded.push([lo, hi])
          // Every other one is undone: what the rest excludes stays excluded.
          const { id } = await correct(world, [monitor], at(lo), at(hi))
          if (excluded.length % 2 === 1) continue
          await deleteCorrection(world.system, id)
          excluded.pop()
        }
        for (const [n, [lo, hi]] of asked.map(ordered).entries()) {
          if (lo === hi) continue
          const read = await readUptime(world.services, monitor.seq, { from: at(lo), to: at(hi) })
          const expected = tell({ changes, maintained, excluded, bornAt: 5 * 60_000 }, lo, hi)
          expect(read).toEqual(uptimeOf(at(lo), at(hi), expected))
          // Rolled up again, it is the same.
          if (n === 1) await rollUp(world.services)
        }
      }),
      { numRuns: 25 },
    )
  })

  test("by day: one row per requested day, empty before creation, the last one until now", async () => {
    const { id: projectId } = await makeProject(world)
    const monitor = await createdMonitor(
      world,
      projectId,
      new Date(midnight(-1).getTime() + 6 * hourMs),
    )
    await changeOf(world, monitor.id, "operational", monitor.createdAt)
    await changeOf(world, monitor.id, "offline", new Date(midnight(-1).getTime() + 12 * hourMs))
    await changeOf(world, monitor.id, "operational", new Date(midnight(-1).getTime() + 18 * hourMs))
    const now = new Date(midnight(0).getTime() + 90 * 60_000)
    const ctx = { ...world.services, clock: { now: () => now, monotonicMs: () => 0 } }
    const read = async () =>
      (await readUptimeByDay(ctx, monitor.seq, { days: 3 })).map(
        ({ from, to, percent, coverage }) => ({
          hours: (to.getTime() - from.getTime()) / hourMs,
          percent: percent && Math.round(percent),
          coverage,
        }),
      )
    const expected = [
      { hours: 24, percent: null, coverage: 0 },
      { hours: 24, percent: 67, coverage: 0.75 },
      { hours: 1.5, percent: 100, coverage: 1 },
    ]
    expect(await read()).toEqual(expected)
    await rollUp(world.services)
    expect(await read()).toEqual(expected)
  })

  test("many monitors read at once give the same result as each alone, rolled up or not", async () => {
    const { id: projectId } = await makeProject(world)
    const monitors = await Promise.all(
      [-3, -1, 0].map((day) => createdMonitor(world, projectId, midnight(day))),
    )
    for (const [n, { id, createdAt }] of monitors.entries()) {
      await changeOf(world, id, "operational", createdAt)
      await changeOf(world, id, "offline", new Date(createdAt.getTime() + (n + 1) * hourMs))
      if (n === 1) await rollUp(world.services)
    }
    const now = new Date(midnight(0).getTime() + 3 * hourMs)
    const ctx = { ...world.services, clock: { now: () => now, monotonicMs: () => 0 } }
    const seqs = monitors.map(({ seq }) => seq)
    const all = await readUptimesByDay(world.services, seqs, 5, now)
    for (const seq of seqs) {
      expect(all.get(seq)).toEqual(await readUptimeByDay(ctx, seq, { days: 5 }))
    }
    expect(all.get(seqs[0] ?? 0)?.map(({ percent }) => percent && Math.round(percent))).toEqual([
      null,
      4,
      0,
      0,
      0,
    ])
  })

  test("an empty or future window is refused with a message; a future end is limited to now", async () => {
    const { id: projectId } = await makeProject(world)
    const { seq } = await createdMonitor(world, projectId, midnight(-1))
    const from = midnight(-1)
    await expect(readUptime(world.services, seq, { from, to: from })).rejects.toThrow(
      "#/to must be later than from",
    )
    const later = new Date(Date.now() + dayMs)
    await expect(
      readUptime(world.services, seq, { from: later, to: new Date(later.getTime() + 1) }),
    ).rejects.toThrow("#/from must be in the past")
    const { to } = await readUptime(world.services, seq, { from, to: later })
    expect(Math.abs(to.getTime() - Date.now())).toBeLessThan(10_000)
    await expect(readUptimeByDay(world.services, seq, { days: 366 })).rejects.toThrow(
      "#/days must be a whole number from 1 to 365",
    )
  })
})

type Span = readonly [number, number]
const ordered = ([one, other]: Span): Span => [Math.min(one, other), Math.max(one, other)]

/** The same computed naively: each decision overwrites the time after it. */
function tell(
  story: {
    changes: { at: number; to: string }[]
    maintained: Span[]
    excluded: Span[]
    bornAt: number
  },
  lo: number,
  hi: number,
): Times {
  const edges = [
    lo,
    hi,
    story.bornAt,
    ...story.changes.map(({ at }) => at),
    ...story.maintained.flat(),
    ...story.excluded.flat(),
  ]
  const cuts = [...new Set(edges)].filter((at) => at >= lo && at <= hi).toSorted((a, b) => a - b)
  const expected: Times = { ...noTimes, excluded: { ...noTimes.excluded } }
  const isIn = (spans: Span[], at: number) => spans.some(([from, to]) => from <= at && at < to)
  for (const [n, at] of cuts.entries()) {
    const next = cuts[n + 1]
    if (next === undefined || at < story.bornAt) continue
    const status = story.changes.findLast((change) => change.at <= at)?.to ?? "unknown"
    if (isIn(story.maintained, at)) expected.maintenance += next - at
    else if (status === "unknown") expected.unknown += next - at
    else {
      const sums = isIn(story.excluded, at) ? expected.excluded : expected
      sums[status as keyof Excluded] += next - at
    }
  }
  return expected
}
