import fc from "fast-check"
import { expect, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import { judgeSilence, type ProvedTime } from "../../src/probe/kinds/heartbeat-silence.ts"
import {
  alwaysProved,
  createHeartbeatProber,
  heartbeatDeadline,
  isHeartbeatWaiting,
  observeHeartbeat,
  type HeartbeatTarget,
} from "../../src/probe/kinds/heartbeat.ts"
import { nothingSeen } from "../../src/probe/observation.ts"
import { makeTools, noDeadline } from "../support/prober.ts"

const start = Date.parse("2026-03-29T00:30:00Z")
const msAt = (minutes: number) => start + minutes * 60_000
const at = (minutes: number) => new Date(msAt(minutes))
const always: ProvedTime = { gaps: [], untilMs: Infinity, isOpen: false }
const without = (...spans: [from: number, to: number][]): ProvedTime => ({
  ...always,
  gaps: spans.map(([from, to]) => ({ from: msAt(from), to: msAt(to) })),
})
const provedUntil = (minutes: number): ProvedTime => ({
  ...always,
  untilMs: msAt(minutes),
  isOpen: true,
})

const target = (more: Partial<HeartbeatTarget> = {}): HeartbeatTarget => ({
  lastPingAt: at(0),
  lastPingKind: "success",
  lastPingText: "",
  failedPings: 0,
  failureThreshold: 1,
  isPingedPublicly: null,
  intervalMinutes: 5,
  graceMinutes: 1,
  ...more,
})
const failing = (failedPings = 1, more: Partial<HeartbeatTarget> = {}) =>
  target({ lastPingKind: "fail", failedPings, ...more })

const missing = (reason: string, count = 1, since = at(5)) => ({
  ...nothingSeen,
  inRow: { count, since },
  failure: { class: "heartbeat_missing", level: "offline", findings: saying(reason) },
})
const deadline = (more: Partial<HeartbeatTarget>, now: number, proved = always) =>
  heartbeatDeadline(target(more), at(now), proved)

test("silence is a failure after the interval and the grace period, dated from when the ping was due", () => {
  expect(deadline({}, 1)).toEqual(new Date(msAt(6) + 1))
  expect(observeHeartbeat(target(), at(6), { ...always, untilMs: msAt(6) })).toEqual(nothingSeen)
  expect(observeHeartbeat(target(), at(6.1), always)).toEqual(
    missing("No ping for 6 min 6 s; expected every 5 min with 1 min of grace."),
  )
  expect(observeHeartbeat(target({ graceMinutes: 0 }), at(5.5), always)).toEqual(
    missing("No ping for 5 min 30 s; expected every 5 min."),
  )
})

test("a threshold of n is n missed periods, dated from the first", () => {
  const three = target({ failureThreshold: 3 })
  expect(deadline({ failureThreshold: 3 }, 1)).toEqual(new Date(msAt(6) + 1))
  expect(deadline({ failureThreshold: 3 }, 12)).toEqual(new Date(msAt(16) + 1))
  expect(deadline({ failureThreshold: 3 }, 16.1)).toBe(null)
  const counts = [6, 6.1, 11, 11.1, 16, 16.1, 60].map(
    (minute) => observeHeartbeat(three, at(minute), { ...always, untilMs: msAt(minute) }).inRow,
  )
  expect(counts.map((row) => row?.count ?? 0)).toEqual([0, 1, 1, 2, 2, 3, 3])
  expect(new Set(counts.slice(1).map((row) => row?.since.getTime()))).toEqual(new Set([msAt(5)]))
  expect(said(observeHeartbeat(three, at(12), always).failure)).toBe(
    "No ping for 12 min; expected every 5 min with 1 min of grace. Failure 2 of 3.",
  )
})

test("a reported failure counts as one missed period, until the next ping", () => {
  expect(observeHeartbeat(failing(), at(0.5), always)).toEqual({
    ...nothingSeen,
    inRow: { count: 1, since: at(0) },
    failure: {
      class: "heartbeat_failed",
      level: "offline",
      findings: saying("The job reported a failure 30 s ago."),
    },
  })
  const withText = failing(1, { lastPingText: "disk full\u0007\nexit 3" })
  expect(said(observeHeartbeat(withText, at(0.5), always).failure)).toBe(
    "The job reported a failure 30 s ago. It said: disk full",
  )
  const two = { failureThreshold: 3 }
  expect(observeHeartbeat(failing(2, two), at(1), always).inRow?.count).toBe(2)
  // Pings that are missing after it count on.
  expect(observeHeartbeat(failing(2, two), at(6.1), always)).toMatchObject({
    inRow: { count: 3, since: at(0) },
    failure: { class: "heartbeat_missing" },
  })
  expect(heartbeatDeadline(failing(2, two), at(1), always)).toEqual(new Date(msAt(6) + 1))
  expect(heartbeatDeadline(failing(), at(1), always)).toBe(null)
  for (const lastPingKind of ["start", "success", "log", null] as const) {
    expect(observeHeartbeat(target({ lastPingKind }), at(1), always)).toEqual(nothingSeen)
  }
})

test("a ping due in time without proof does not count; the next one does", () => {
  const cut = without([4, 6.5])
  expect(observeHeartbeat(target(), at(9), cut).failure).toEqual({
    class: "ingress",
    level: "offline",
    findings: saying(
      "The ping due at 2026-03-29 00:35:00 UTC may have been lost: nothing proved from 2026-03-29 00:34:00 UTC to 2026-03-29 00:36:30 UTC that pings can reach us. The next is due at 2026-03-29 00:40:00 UTC.",
    ),
  })
  expect(deadline({}, 9, cut)).toEqual(new Date(msAt(12.5) + 1))
  expect(observeHeartbeat(target(), at(12.6), cut)).toEqual(
    missing("No ping for 12 min 36 s; expected every 5 min with 1 min of grace.", 1, at(10)),
  )
})

test("time without proof before and after the due time moves the deadline", () => {
  expect(deadline({}, 1, without([1, 3]))).toEqual(new Date(msAt(8) + 1))
  const long = { graceMinutes: 30 }
  expect(deadline(long, 1, without([12, 14]))).toEqual(new Date(msAt(37) + 1))
  expect(deadline(long, 1, without([12, 14], [36, 40]))).toEqual(new Date(msAt(41) + 1))
})

test("while nothing proves that pings can arrive, the clock stands", () => {
  const dead = provedUntil(3)
  expect(observeHeartbeat(target(), at(4), dead)).toEqual(nothingSeen)
  expect(observeHeartbeat(target(), at(900), dead).failure).toMatchObject({
    class: "ingress",
    findings: saying(
      "A ping is due, but nothing has proved since 2026-03-29 00:33:00 UTC that pings can reach us, so this time does not count.",
    ),
  })
  // It was missing before.
  expect(observeHeartbeat(target(), at(900), provedUntil(7)).failure?.class).toBe(
    "heartbeat_missing",
  )
  expect(observeHeartbeat(target(), at(6.5), provedUntil(5.9)).failure?.class).toBe("ingress")
})

test("without any proof the clock never starts, and the next look has a time", () => {
  const unproved: ProvedTime = { gaps: [], untilMs: -Infinity, isOpen: true }
  expect(deadline({}, 1, unproved)).toEqual(new Date(msAt(1) + 15_000))
  expect(deadline({}, 900, unproved)).toEqual(new Date(msAt(900) + 15_000))
  expect(said(observeHeartbeat(target(), at(900), unproved).failure)).toBe(
    "A ping is due, but nothing has proved yet that pings can reach us, so this time does not count.",
  )
})

test("the next look at a heartbeat always has a time ahead", () => {
  const minute = fc.integer({ min: 0, max: 100 })
  const end = fc.oneof(minute.map(msAt), fc.constantFrom(-Infinity, Infinity))
  const spans = fc.array(fc.tuple(minute, minute), { maxLength: 3 })
  const isAhead = (now: number, untilMs: number, isOpen: boolean, gaps: [number, number][]) => {
    const ordered = gaps.filter(([from, to]) => from < to).toSorted(([a], [b]) => a - b)
    const next = deadline({}, now, { ...without(...ordered), untilMs, isOpen })
    return next === null || next.getTime() > msAt(now)
  }
  expect(fc.check(fc.property(minute, end, fc.boolean(), spans, isAhead)).counterexample).toBeNull()
})

test("a ping is missing only once the time after its deadline is proved", () => {
  const slow = { ...always, untilMs: msAt(5.95) }
  expect(observeHeartbeat(target(), at(6.1), slow)).toEqual(nothingSeen)
  expect(deadline({}, 6.1, slow)).toEqual(new Date(msAt(6.1) + 1000))
})

test("without any ping so far it waits for the first one", () => {
  const waits = (minute: number, proved = always) =>
    isHeartbeatWaiting(target({ lastPingKind: null }), at(minute), proved)
  expect([3, 6, 6.1].map((minute) => waits(minute))).toEqual([true, true, false])
  expect(waits(6, provedUntil(1))).toBe(false)
  expect(isHeartbeatWaiting(target(), at(3), always)).toBe(false)
})

test("a job that started must report its end, and a new monitor awaits its first ping", () => {
  expect(observeHeartbeat(target({ lastPingKind: "start" }), at(7), always)).toEqual(
    missing(
      "The job started 7 min ago and has not finished; expected every 5 min with 1 min of grace.",
    ),
  )
  expect(observeHeartbeat(target({ lastPingKind: null }), at(7), always)).toEqual(
    missing("No ping for 7 min; expected every 5 min with 1 min of grace."),
  )
})

test("whatever was not proved, a job that pings on time is never missing, and a dead one is found", () => {
  const minutes = fc.integer({ min: 1, max: 500 })
  const spans = fc.array(fc.tuple(minutes, minutes), { maxLength: 6 })
  fc.assert(
    fc.property(minutes, minutes, spans, minutes, (interval, grace, raw, elapsed) => {
      const one = target({ intervalMinutes: interval, graceMinutes: grace })
      const sorted = raw.toSorted(([a], [b]) => a - b)
      const gaps = sorted.reduce<[number, number][]>((found, [from, length]) => {
        const last = found.at(-1)
        if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], from + length)
        else found.push([from, from + length])
        return found
      }, [])
      const lost = ([from, to]: [number, number]) => from <= interval && interval <= to
      const { missed, sinceMs } = judgeSilence(one, without(...gaps), msAt(elapsed))
      const isDue = elapsed > interval + grace
      // The only ping that was due by then may have been lost.
      const isExcused = gaps.some(lost) && elapsed <= 2 * interval + grace
      expect(missed > 0 && (!isDue || isExcused)).toBe(false)
      expect(sinceMs ?? Infinity).toBeGreaterThanOrEqual(msAt(interval))
      const unproved = gaps.reduce((sum, [from, to]) => sum + to - from, 0)
      const later = 2 * unproved + 14 * (interval + grace + 10)
      expect(judgeSilence(one, without(...gaps), msAt(later)).missed).toBe(1)
    }),
  )
  expect(observeHeartbeat(target({ lastPingAt: at(10) }), at(0), always)).toEqual(nothingSeen)
})

test("the prober uses the database's time", async () => {
  const whole = {
    ...target(),
    kind: "heartbeat" as const,
    monitorId: "0190f5fe-0000-7000-8000-000000000001",
    monitorSeq: 1,
    projectId: "0190f5fe-0000-7000-8000-000000000002",
    name: "job",
    intervalSeconds: 60,
    timeoutSeconds: 10,
    checkRequestedAt: null,
  }
  const probeAt = (minutes: number) =>
    createHeartbeatProber(alwaysProved(() => at(minutes))).probe(whole, makeTools(), noDeadline())
  expect(await probeAt(5)).toEqual(nothingSeen)
  expect((await probeAt(8)).failure?.class).toBe("heartbeat_missing")
})
