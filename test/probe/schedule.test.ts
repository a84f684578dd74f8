import { describe, expect, test } from "vitest"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { createHeap } from "../../src/probe/heap.ts"
import { createSchedule } from "../../src/probe/schedule.ts"

function targetOf(seq: number, intervalSeconds = 60): Target {
  return {
    monitorId: `monitor-${seq}`,
    monitorSeq: seq,
    projectId: "project",
    name: `Monitor ${seq}`,
    intervalSeconds,
    timeoutSeconds: 10,
    checkRequestedAt: null,
    kind: "tcp",
    host: "127.0.0.1",
    port: 80,
    assertions: [],
  }
}

/** A schedule on clocks controlled by the test; `due` lists what fell due and when, in seconds. */
function scheduled() {
  let wallMs = Date.UTC(2026, 10, 21, 9)
  let monotonicMs = 1000
  const due: { seq: number; atMs: number }[] = []
  const schedule = createSchedule(
    { now: () => new Date(wallMs), monotonicMs: () => monotonicMs },
    (target) => due.push({ seq: target.monitorSeq, atMs: monotonicMs }) > 0,
  )
  return {
    schedule,
    due,
    /** Lets time pass as a running process sees it: in ticks. */
    run(ms: number) {
      for (let passed = 0; passed < ms; passed += 50) {
        wallMs += 50
        monotonicMs += 50
        schedule.tick(250)
      }
    },
    wall: () => wallMs,
    moveWall: (ms: number) => (wallMs += ms),
    /** The process sleeps: both clocks advance without a tick. */
    sleep(ms: number) {
      wallMs += ms
      monotonicMs += ms
    },
  }
}

describe("the schedule", () => {
  test("checks each of 6,000 monitors once a minute, evenly spread", () => {
    const { schedule, due, run } = scheduled()
    for (let seq = 1; seq <= 6000; seq++) schedule.set(targetOf(seq))
    run(60_000)
    expect(new Set(due.map(({ seq }) => seq)).size).toBe(6000)
    expect(due).toHaveLength(6000)
    const bySecond = Map.groupBy(due, ({ atMs }) => Math.floor((atMs - 1000) / 1000))
    const counts = [...bySecond.values()].map((all) => all.length)
    expect(Math.max(...counts)).toBeLessThan(130)
    expect(Math.min(...counts.slice(1, -1))).toBeGreaterThan(70)
  })

  test("continues while the wall clock is moved by hours in either direction", () => {
    const { schedule, due, run, moveWall } = scheduled()
    schedule.set(targetOf(7))
    run(60_000)
    moveWall(7_200_000)
    run(60_000)
    moveWall(-10_800_000)
    run(60_000)
    const gaps = due.slice(1).map(({ atMs }, index) => atMs - (due[index]?.atMs ?? 0))
    expect(gaps).toEqual([60_000, 60_000])
  })

  test("does not catch up after a sleep: every monitor waits for its next slot", () => {
    const { schedule, due, run, sleep } = scheduled()
    for (let seq = 1; seq <= 600; seq++) schedule.set(targetOf(seq))
    run(60_000)
    due.length = 0
    sleep(600_000)
    schedule.tick(250)
    expect(due.length).toBeLessThan(60)
    run(60_000)
    expect(new Set(due.map(({ seq }) => seq)).size).toBe(600)
  })

  test("spreads out checks that fell due during a short stop", () => {
    const { schedule, due, run, sleep } = scheduled()
    for (let seq = 1; seq <= 6000; seq++) schedule.set(targetOf(seq))
    run(60_000)
    due.length = 0
    sleep(4000)
    const waits: number[] = []
    const counts: number[] = []
    while (waits.at(-1) !== 1) {
      const before = due.length
      waits.push(Math.min(1, schedule.tick(250)))
      counts.push(due.length - before)
    }
    expect(Math.max(...counts)).toBe(20)
    expect(due.length).toBeGreaterThan(380)
    expect(new Set(due.map(({ seq }) => seq)).size).toBe(due.length)
  })

  test("skips a slot that another prober has served already, and only that one", () => {
    const { schedule, due, run, wall } = scheduled()
    schedule.set(targetOf(3))
    run(60_000)
    const slot = due[0]?.atMs ?? 0
    schedule.delete("monitor-3")
    // Checked more than half a second before its slot: the other prober's clock is a second ahead.
    run(slot + 60_000 - 500 - 61_000)
    due.length = 0
    schedule.set(targetOf(3), { lastCheckAt: new Date(wall() - 500) })
    schedule.set(targetOf(4), { lastCheckAt: new Date(wall() - 1000) })
    run(120_000)
    expect(due.filter(({ seq }) => seq === 3).map(({ atMs }) => atMs - slot)).toEqual([120_000])
    expect(due.filter(({ seq }) => seq === 4)).toHaveLength(2)
  })

  test("makes up for the missed slot of a long interval within a minute, and keeps its own slots", () => {
    const { schedule, due, run, wall, sleep } = scheduled()
    const dayMs = 86_400_000
    for (let seq = 1; seq <= 600; seq++) {
      schedule.set(targetOf(seq, 86_400), { lastCheckAt: new Date(wall() - 1.5 * dayMs) })
    }
    const served = 700
    schedule.set(targetOf(served, 86_400), { lastCheckAt: new Date(wall() - 60_000) })
    run(60_000)
    const made = new Set(due.map(({ seq }) => seq))
    expect(due).toHaveLength(made.size)
    expect(made.size).toBeGreaterThan(590)
    expect(made).not.toContain(served)
    const bySecond = Map.groupBy(due, ({ atMs }) => Math.floor(atMs / 1000))
    expect(Math.max(...[...bySecond.values()].map((all) => all.length))).toBeLessThan(20)
    due.length = 0
    sleep(dayMs)
    run(61_000)
    expect(due.map(({ seq }) => seq)).toContain(served)
    expect(due).toHaveLength(new Set(due.map(({ seq }) => seq)).size)
    due.length = 0
    run(600_000)
    expect(due.length).toBeLessThan(30)
  })

  test("makes up within seconds for the one slot that fell due while a monitor was handed over", () => {
    const before = scheduled()
    for (let seq = 1; seq <= 600; seq++) before.schedule.set(targetOf(seq))
    before.run(120_000)
    const lastAt = new Map<number, number>()
    for (const { seq, atMs } of before.due) lastAt.set(seq, atMs)
    // No prober has it for fifteen seconds; then another one takes over and reads when each was checked.
    const { schedule, due, run, wall, sleep } = scheduled()
    sleep(135_000)
    for (let seq = 1; seq <= 600; seq++) {
      const lastCheckAt = new Date(wall() - (136_000 - (lastAt.get(seq) ?? 0)))
      schedule.set(targetOf(seq), { lastCheckAt })
    }
    run(10_000)
    const missed = [...lastAt].filter(([, atMs]) => atMs <= 1000 + 75_000).map(([seq]) => seq)
    expect(missed.length).toBeGreaterThan(100)
    const made = new Set(due.map(({ seq }) => seq))
    for (const seq of missed) expect(made).toContain(seq)
    run(50_000)
    for (const [seq, atMs] of lastAt) {
      const next = due.find((one) => one.seq === seq)?.atMs ?? Infinity
      expect(next - atMs).toBeLessThan(60_000 + 15_000 + 10_500)
    }
    const bySecond = Map.groupBy(due, ({ atMs }) => Math.floor(atMs / 1000))
    expect(Math.max(...[...bySecond.values()].map((all) => all.length))).toBeLessThan(100)
  })

  test("checks what fell due while another prober handed it over at once, and nothing else", () => {
    const seqs = Array.from({ length: 600 }, (_, index) => index + 1)
    const before = scheduled()
    for (const seq of seqs) before.schedule.set(targetOf(seq, 10))
    before.run(20_000)
    const lastAt = new Map(before.due.map(({ seq, atMs }) => [seq, atMs]))
    // Released at 21,000 ms of the monotonic clock; the next prober reads two seconds later.
    const { schedule, due, run, wall, sleep } = scheduled()
    sleep(22_000)
    const toWall = (atMs: number) => new Date(wall() - (23_000 - atMs))
    const releasedAt = toWall(21_000)
    for (const [seq, atMs] of lastAt) {
      schedule.set(targetOf(seq, 10), { lastCheckAt: toWall(atMs), releasedAt })
    }
    run(500)
    const missed = [...lastAt].flatMap(([seq, atMs]) => (atMs > 11_000 && atMs < 13_000 ? seq : []))
    expect(missed.length).toBeGreaterThan(90)
    const made = due.map(({ seq }) => seq)
    expect(made).toEqual(expect.arrayContaining(missed))
    run(40_000)
    // Every slot of every monitor once.
    for (const [seq, atMs] of lastAt) {
      const slots = due.filter((one) => one.seq === seq).map((one) => one.atMs)
      const indexes = slots.map((at) => Math.floor((at - atMs + 500) / 10_000))
      expect(indexes).toEqual(indexes.map((_, index) => index + 1))
      expect(indexes.length).toBeGreaterThanOrEqual(4)
    }
  })

  test("remembers its own last check of a monitor that returns before the result is stored", () => {
    const { schedule, due, run, wall } = scheduled()
    schedule.set(targetOf(5))
    run(61_000)
    const stored = new Date(wall() - 65_000)
    const [first] = due
    schedule.retain(() => false)
    schedule.set(targetOf(5), { lastCheckAt: stored })
    run(60_000)
    expect(due.map(({ atMs }) => atMs - (first?.atMs ?? 0))).toEqual([0, 60_000])
  })

  test("keeps the slot when anything but the interval changes, and drops deleted monitors", () => {
    const { schedule, due, run } = scheduled()
    schedule.set(targetOf(1))
    schedule.set(targetOf(2))
    run(60_000)
    const first = due.find(({ seq }) => seq === 1)?.atMs ?? 0
    schedule.set({ ...targetOf(1), name: "Renamed" })
    schedule.delete("monitor-2")
    due.length = 0
    run(60_000)
    expect(due).toEqual([{ seq: 1, atMs: first + 60_000 }])
    schedule.set(targetOf(1, 120))
    due.length = 0
    run(240_000)
    expect(due).toHaveLength(2)
  })
})

test("a heap returns its entries in order", () => {
  const heap = createHeap((value: number) => value)
  const values = Array.from({ length: 1000 }, (_, index) => (index * 7919) % 1009)
  for (const value of values) heap.push(value)
  const out = values.map(() => heap.pop())
  expect(out).toEqual(values.toSorted((a, b) => a - b))
  expect(heap.pop()).toBeUndefined()
})
