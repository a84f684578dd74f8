import { describe, expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { resumeMonitor } from "../../src/graphql/monitoring/monitor/silence/resume-monitor.ts"
import type { Span } from "../../src/graphql/monitoring/monitor/history/monitor-spans.ts"
import {
  silenceReasons,
  type SilentCheck,
  type SilenceFacts,
} from "../../src/graphql/monitoring/monitor/silence/silence-reasons.ts"
import { saying } from "../support/findings.ts"
import { ask } from "../support/ask.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const system = { kind: "system", name: "test" } as const
const start = Date.UTC(2026, 10, 20, 3)
const at = (minute: number) => new Date(start + minute * 60_000)

const good: SilentCheck = {
  startedAt: at(10),
  status: "operational",
  failureClass: null,
  findings: [],
  isUnconfirmed: false,
  egress: null,
}
const down = (minute: number, members: Partial<SilentCheck> = {}): SilentCheck => ({
  ...good,
  startedAt: at(minute),
  status: "offline",
  failureClass: "reset",
  findings: [asWritten("It was reset.")],
  ...members,
})
const span = (kind: Span["kind"], from: number, until: number | null): Span => ({
  kind,
  name: kind === "muted" || kind === "paused" ? null : "Router",
  from: at(from),
  until: until === null ? null : at(until),
})
const plain: SilenceFacts = {
  at: at(10.5),
  createdAt: at(0),
  intervalSeconds: 60,
  timeoutSeconds: 10,
  heartbeatIntervalMinutes: null,
  heartbeatGraceMinutes: null,
  failureThreshold: 2,
  spans: [],
  before: [good],
  next: at(11),
  declared: null,
  later: null,
  silence: null,
}
const two = [down(10), down(9), { ...good, startedAt: at(8) }]
const incident = (minute: number) => ({ noun: "incident" as const, number: 3, at: at(minute) })

describe("why no alert fired", () => {
  test.each<[string, Partial<SilenceFacts>, string]>([
    ["no_failure", {}, "The check at 2026-11-20 03:10:00 UTC passed."],
    [
      "not_confirmed",
      { before: [{ ...good, isUnconfirmed: true }] },
      "The check at 2026-11-20 03:10:00 UTC failed at first, but a second attempt over a new connection succeeded.",
    ],
    [
      "below_threshold",
      { before: [down(10), { ...good, startedAt: at(9) }] },
      "The check at 2026-11-20 03:10:00 UTC found it offline: It was reset. 1 consecutive failure, 1 of them offline; the failure threshold is 2.",
    ],
    [
      "below_threshold",
      { before: two, later: incident(12), failureThreshold: 3 },
      "The check at 2026-11-20 03:10:00 UTC found it offline: It was reset. 2 consecutive failures, 2 of them offline; the failure threshold is 3. Incident #3 was declared at 2026-11-20 03:12:00 UTC.",
    ],
    [
      "own_network_down",
      {
        before: [
          down(10, { status: "unknown", egress: [{ reachable: false }, { reachable: false }] }),
        ],
      },
      "The check at 2026-11-20 03:10:00 UTC was inconclusive. 0 of 2 egress anchors answered around the deciding attempt. It was reset.",
    ],
    [
      "own_fault",
      { before: [down(10, { status: "unknown", failureClass: "internal" })] },
      "The check at 2026-11-20 03:10:00 UTC failed because of an internal error: It was reset.",
    ],
    [
      "muted",
      { before: two, spans: [span("muted", 5, 30)] },
      "The check at 2026-11-20 03:10:00 UTC found it offline: It was reset. No alert fired because its alerts were muted until 2026-11-20 03:30:00 UTC.",
    ],
    [
      "maintenance",
      { before: two, spans: [span("muted", 5, 30), span("maintenance", 5, 20)] },
      "The check at 2026-11-20 03:10:00 UTC found it offline: It was reset. No alert fired because it was in maintenance “Router” until 2026-11-20 03:20:00 UTC.",
    ],
    [
      "parent_down",
      { before: two, spans: [span("parent_down", 5, null)] },
      "The check at 2026-11-20 03:10:00 UTC found it offline: It was reset. No alert fired because its parent monitor “Router” was offline since 2026-11-20 03:05:00 UTC.",
    ],
    [
      "muted",
      { before: two, silence: { kind: "muted", name: null, since: null, until: null } },
      "The check at 2026-11-20 03:10:00 UTC found it offline: It was reset. No alert fired because its alerts were muted.",
    ],
    [
      "paused",
      { spans: [span("paused", 10, null)] },
      "It was paused from 2026-11-20 03:10:00 UTC.",
    ],
    [
      "declared",
      { before: two, declared: incident(9) },
      "Incident #3 had been declared at 2026-11-20 03:09:00 UTC and was still open.",
    ],
    [
      "not_yet_due",
      { at: at(-1), before: [] },
      "The monitor was created at 2026-11-20 03:00:00 UTC.",
    ],
    [
      "not_yet_due",
      { at: at(1), before: [], next: null },
      "It had been monitored only since 2026-11-20 03:00:00 UTC, and its first check was not yet due. No check has run since.",
    ],
    [
      "no_data",
      { at: at(20) },
      "The previous check started at 2026-11-20 03:10:00 UTC, though one was due every 60 s. The next check started at 2026-11-20 03:11:00 UTC.",
    ],
    [
      "no_data",
      { at: at(20), before: [], next: null },
      "No check had run, though one was due every 60 s. No check has run since.",
    ],
  ])("%s", (reason, facts, message) => {
    expect(silenceReasons({ ...plain, ...facts })).toEqual({ reason, findings: saying(message) })
  })

  test("a heartbeat may wait for its first ping", () => {
    const heartbeat = { heartbeatIntervalMinutes: 60, heartbeatGraceMinutes: 5, before: [] }
    const reasonAt = (minute: number) =>
      silenceReasons({ ...plain, ...heartbeat, at: at(minute) }).reason
    expect([reasonAt(60), reasonAt(70)]).toEqual(["not_yet_due", "no_data"])
  })

  test("checks before a pause neither count nor represent a check", () => {
    const spans = [span("paused", 9.2, 9.8)]
    expect(silenceReasons({ ...plain, before: two, spans })).toMatchObject({
      reason: "below_threshold",
      findings: saying(/1 consecutive failure,/),
    })
    expect(silenceReasons({ ...plain, before: [down(9)], spans })).toMatchObject({
      reason: "not_yet_due",
    })
  })

  test("unknown results neither count nor break a run", () => {
    const before = [down(10), down(9.5, { status: "unknown" }), down(9), good]
    expect(silenceReasons({ ...plain, before, failureThreshold: 3 }).findings).toEqual(
      saying(/2 consecutive failures,/),
    )
  })
})

const source = `query ($id: ID!, $at: DateTime!) {
  monitor(id: $id) { silenceReasons(at: $at) {
    reason message
    checks { startedAt status }
    verdict { decision incident { number } }
  } }
}`

/** The stored data of a monitor, with each verdict dated just after its check. */
async function story(letters: string, failureThreshold = 2) {
  const { id: projectId } = await makeProject(world)
  const { prisma } = world.services.database
  const { id, seq } = await insertMonitor(world, projectId, { failureThreshold })
  await prisma.monitor.update({ where: { id }, data: { createdAt: at(0) } })
  const members: Record<string, Partial<CheckResult>> = {
    X: offline,
    "?": {
      ...offline,
      status: "unknown",
      failureClass: "connect_timeout",
      findings: [asWritten("We could not see.")],
      egress: [{ anchor: "192.0.2.1:443", reachable: false, durationMs: 3000 }],
    },
  }
  for (const [minute, letter] of letters.split("").entries()) {
    const received = await prisma.verdict.findMany({ where: { monitorId: id } })
    await recordChecks(world.services, [checkOf({ id, seq }, at(minute), members[letter] ?? {})])
    await prisma.verdict.updateMany({
      where: { monitorId: id, id: { notIn: received.map((verdict) => verdict.id) } },
      data: { at: new Date(at(minute).getTime() + 1000) },
    })
  }
  return id
}

async function askAt(id: string, moment: Date) {
  const { data, errors } = await ask(world, system, source, { id, at: moment.toISOString() })
  expect(errors).toEqual([])
  return (data as { monitor: { silenceReasons: { reason: string; message: string } } }).monitor
    .silenceReasons
}

test("an outage is reported from its first failure to its end", async () => {
  const id = await story(".XX?.")
  expect(await askAt(id, at(0.5))).toMatchObject({ reason: "NO_FAILURE" })
  expect(await askAt(id, at(1.5))).toMatchObject({
    reason: "BELOW_THRESHOLD",
    message: expect.stringMatching(
      /1 consecutive failure, 1 of them offline; the failure threshold is 2\. Incident #1 was declared at 2026-11-20 03:02:01 UTC\.$/,
    ),
    verdict: { decision: "DECLARED", incident: { number: 1 } },
  })
  expect(await askAt(id, at(2.5))).toEqual({
    reason: "DECLARED",
    message: "Incident #1 had been declared at 2026-11-20 03:02:01 UTC and was still open.",
    checks: [
      { startedAt: at(4).toISOString(), status: "OPERATIONAL" },
      { startedAt: at(3).toISOString(), status: "UNKNOWN" },
      { startedAt: at(2).toISOString(), status: "OFFLINE" },
      { startedAt: at(1).toISOString(), status: "OFFLINE" },
      { startedAt: at(0).toISOString(), status: "OPERATIONAL" },
    ],
    verdict: { decision: "DECLARED", incident: { number: 1 } },
  })
  expect(await askAt(id, at(4.5))).toMatchObject({ reason: "NO_FAILURE" })
  expect(await askAt(id, at(30))).toMatchObject({ reason: "NO_DATA" })
})

test("an inconclusive check is reported with its anchors", async () => {
  const id = await story(".?")
  expect(await askAt(id, at(1.5))).toMatchObject({
    reason: "OWN_NETWORK_DOWN",
    message: expect.stringContaining("0 of 1 egress anchors answered"),
  })
})

test("past mutes and pauses are read from the audit log", async () => {
  const id = await story("..")
  const { prisma } = world.services.database
  const seq = (await prisma.monitor.findUniqueOrThrow({ where: { id } })).seq
  await muteMonitor(world.system, id, { durationMinutes: 30 })
  const now = new Date()
  const failures = [-2, -1].map((back) => new Date(now.getTime() + back * 1000))
  await recordChecks(
    world.services,
    failures.map((moment) => checkOf({ id, seq }, moment, offline)),
  )
  expect(await askAt(id, new Date())).toMatchObject({
    reason: "MUTED",
    message: expect.stringMatching(/because its alerts were muted until /),
    verdict: { decision: "SILENCED", incident: null },
  })
  await pauseMonitor(world.system, id)
  const paused = new Date()
  expect(await askAt(id, paused)).toMatchObject({ reason: "PAUSED" })
  await resumeMonitor(world.system, id)
  expect(await askAt(id, new Date())).toMatchObject({ reason: "NOT_YET_DUE" })
  expect(await askAt(id, paused)).toMatchObject({ reason: "PAUSED" })
})

test("the settings at that moment apply, not the current ones", async () => {
  const id = await story(".X", 3)
  const whyThen = () => askAt(id, at(2.5))
  const then = {
    reason: "BELOW_THRESHOLD",
    message: expect.stringMatching(
      /1 consecutive failure, 1 of them offline; the failure threshold is 3\.$/,
    ),
  }
  expect(await whyThen()).toMatchObject(then)
  await updateMonitor(world.system, id, { failureThreshold: 1, interval: "5m" })
  await updateMonitor(world.system, id, { failureThreshold: 2, interval: "10m" })
  expect(await whyThen()).toMatchObject(then)
  expect(await askAt(id, at(9))).toMatchObject({
    reason: "NO_DATA",
    message: expect.stringContaining("due every 60 s"),
  })
})

test("a future moment is refused", async () => {
  const id = await story(".")
  const later = new Date(Date.now() + 60_000).toISOString()
  expect(await ask(world, system, source, { id, at: later })).toMatchObject({
    errors: [{ code: "validation_failed", message: expect.stringContaining("#/at") }],
  })
})
