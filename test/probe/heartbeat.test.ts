import fc from "fast-check"
import { expect, test } from "vitest"
import {
  createHeartbeatProber,
  heartbeatDeadline,
  isHeartbeatWaiting,
  observeHeartbeat,
  type HeartbeatTarget,
} from "../../src/probe/kinds/heartbeat.ts"
import { nothingSeen } from "../../src/probe/observation.ts"
import { makeTools, noDeadline } from "../support/prober.ts"

const start = Date.parse("2026-03-29T00:30:00Z")
const at = (minutes: number) => new Date(start + minutes * 60_000)
const longAgo = at(-100_000)

const target = (more: Partial<HeartbeatTarget> = {}): HeartbeatTarget => ({
  lastPingAt: at(0),
  lastPingKind: "success",
  lastPingText: "",
  intervalMinutes: 5,
  graceMinutes: 1,
  ...more,
})

const missing = (reason: string) => ({
  ...nothingSeen,
  failure: { class: "heartbeat_missing", level: "offline", reason },
})

test("silence is a failure only after the interval and the grace period", () => {
  expect(heartbeatDeadline(target(), longAgo)).toEqual(at(6))
  expect(observeHeartbeat(target(), at(6), longAgo)).toEqual(nothingSeen)
  expect(observeHeartbeat(target(), new Date(at(6).getTime() + 1), longAgo)).toEqual(
    missing("No ping for 6 min; expected every 5 min with 1 min of grace."),
  )
  expect(observeHeartbeat(target({ graceMinutes: 0 }), at(5.5), longAgo)).toEqual(
    missing("No ping for 5 min 30 s; expected every 5 min."),
  )
})

test("our own downtime never counts: after it, the grace period starts again", () => {
  const dayLater = at(1440)
  expect(heartbeatDeadline(target(), dayLater)).toEqual(at(1441))
  expect(heartbeatDeadline(target({ graceMinutes: 30 }), dayLater)).toEqual(at(1470))
  // Without a grace period there is still a minute for the sender's own retry.
  expect(heartbeatDeadline(target({ graceMinutes: 0 }), dayLater)).toEqual(at(1441))
  expect(observeHeartbeat(target(), at(1441), dayLater)).toEqual(nothingSeen)
  expect(observeHeartbeat(target(), at(1442), dayLater)).toEqual(
    missing("No ping for 1 d; expected every 5 min with 1 min of grace."),
  )
})

const waits = (more: Partial<HeartbeatTarget>, minute: number, returned: number) =>
  isHeartbeatWaiting(target(more), at(minute), at(returned))

test("a ping overdue after downtime is neither good nor missing until the grace period is over", () => {
  expect([3, 8.5, 9].map((minute) => waits({}, minute, 8))).toEqual([false, true, true])
  expect(waits({}, 9.1, 8)).toBe(false)
  expect(waits({ lastPingKind: "start" }, 8.5, 8)).toBe(true)
  expect(waits({ lastPingKind: "fail" }, 8.5, 8)).toBe(false)
  // Without any ping so far it waits for the first one, even after downtime.
  expect([3, 6, 6.1].map((minute) => waits({ lastPingKind: null }, minute, -100))).toEqual([
    true,
    true,
    false,
  ])
})

test("a reported failure counts at once, and until the next ping", () => {
  const failing = target({ lastPingKind: "fail" })
  expect(observeHeartbeat(failing, at(0.5), at(0))).toEqual({
    ...nothingSeen,
    failure: {
      class: "heartbeat_failed",
      level: "offline",
      reason: "The job reported a failure 30 s ago.",
    },
  })
  expect(observeHeartbeat(failing, at(200), at(0)).failure?.reason).toBe(
    "The job reported a failure 3 h 20 min ago.",
  )
  const withText = target({ lastPingKind: "fail", lastPingText: "disk full\u0007\nexit 3" })
  expect(observeHeartbeat(withText, at(0.5), at(0)).failure?.reason).toBe(
    "The job reported a failure 30 s ago. It said: disk full",
  )
  for (const lastPingKind of ["start", "success", "log", null] as const) {
    expect(observeHeartbeat(target({ lastPingKind }), at(1), longAgo)).toEqual(nothingSeen)
  }
})

test("a job that started must report its end, and a new monitor awaits its first ping", () => {
  expect(observeHeartbeat(target({ lastPingKind: "start" }), at(7), longAgo)).toEqual(
    missing(
      "The job started 7 min ago and has not finished; expected every 5 min with 1 min of grace.",
    ),
  )
  expect(observeHeartbeat(target({ lastPingKind: null }), at(7), longAgo)).toEqual(
    missing("No ping for 7 min; expected every 5 min with 1 min of grace."),
  )
})

test("it fails exactly at its deadline, and a ping dated in the future is not missing", () => {
  const minutes = fc.integer({ min: 0, max: 50_000 })
  fc.assert(
    fc.property(minutes, minutes, minutes, minutes, (interval, grace, returned, elapsed) => {
      const one = target({ intervalMinutes: interval + 1, graceMinutes: grace })
      const { failure } = observeHeartbeat(one, at(elapsed), at(returned))
      expect(failure !== null).toBe(at(elapsed) > heartbeatDeadline(one, at(returned)))
      const isWithinRights = elapsed <= Math.max(interval + 1 + grace, returned + grace)
      expect(failure !== null && isWithinRights).toBe(false)
    }),
  )
  expect(observeHeartbeat(target({ lastPingAt: at(10) }), at(0), longAgo)).toEqual(nothingSeen)
})

test("the prober uses the database's time", async () => {
  const probeAt = (minutes: number) =>
    createHeartbeatProber({ databaseNow: () => at(minutes), returnedAt: () => at(0) }).probe(
      whole,
      makeTools(),
      noDeadline(),
    )
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
  expect(await probeAt(6)).toEqual(nothingSeen)
  expect((await probeAt(8)).failure?.class).toBe("heartbeat_missing")
})
