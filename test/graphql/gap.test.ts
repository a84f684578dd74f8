import { beforeEach, describe, expect, test } from "vitest"
import {
  gapBy,
  overdueAfter,
  overdueAfterSql,
  announcedBefore,
} from "../../src/graphql/monitoring/check/rules/gap.ts"
import { machine, newMachine } from "../../src/graphql/monitoring/check/rules/check-state.ts"
import { markGaps } from "../../src/graphql/monitoring/check/mark-gaps.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { readUptime } from "../../src/graphql/monitoring/check/check-uptime.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { replayMonitor } from "../../src/graphql/monitoring/monitor/history/replay-monitor.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { explainSilence } from "../../src/graphql/monitoring/monitor/silence/silence-facts.ts"
import { say } from "../../src/findings/say.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { saying } from "../support/findings.ts"
import { midnight } from "../support/history.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const db = () => world.services.database.prisma
const minuteMs = 60_000
/** One fixed time per test, so that results do not depend on how long it takes. */
let begun = Date.now()
beforeEach(() => {
  begun = Date.now()
})
const ago = (minutes: number) => new Date(begun - minutes * minuteMs)
const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * minuteMs)

/** A monitor that was checked every minute for two days. */
async function watched(members: Parameters<typeof insertMonitor>[2] = {}) {
  const { id: projectId } = await makeProject(world)
  const monitor = await insertMonitor(world, projectId, members)
  const long = midnight(-2)
  return db().monitor.update({
    where: { id: monitor.id },
    data: { createdAt: long, updatedAt: long, watchedSince: long },
  })
}
type Monitor = Awaited<ReturnType<typeof watched>>

/** One check per letter and minute: "X" failed, "?" is inconclusive. */
const seen = (monitor: Monitor, from: Date, letters: string) =>
  recordChecks(
    world.services,
    letters.split("").map((letter, minute) => {
      const members: Record<string, Partial<CheckResult>> = {
        X: offline,
        "?": { status: "unknown", failureClass: "internal" },
      }
      return checkOf(monitor, after(from, minute), members[letter] ?? {})
    }),
  )

/** The state, the stored changes and the announced events. */
async function stateOf({ id }: Monitor) {
  const state = await db().monitorState.findUniqueOrThrow({ where: { monitorId: id } })
  const changes = await db().statusChange.findMany({
    where: { monitorId: id },
    orderBy: { seq: "asc" },
  })
  const deliveries = await db().delivery.findMany({
    where: { subjectId: id, event: "monitor.status_changed" },
    orderBy: { id: "asc" },
  })
  return {
    status: state.status,
    changes: changes.map(({ to }) => to).join(" "),
    news: deliveries.map(({ payload }) => {
      const { from, to } = payload as { from: string; to: string }
      return `${from} ${to}`
    }),
    incidents: await db().incident.count({ where: { monitorId: id } }),
    alerts: await db().alert.count({ where: { monitorId: id } }),
  }
}

describe("the overdue rule", () => {
  const start = Date.UTC(2026, 10, 20)
  const at = (seconds: number) => new Date(start + seconds * 1000)
  const plain = {
    intervalSeconds: 60,
    timeoutSeconds: 10,
    machine: machine.parse({ confirmed: "operational" }),
    status: "operational" as const,
    lastCheckAt: at(0),
    settledAt: at(-9000),
  }

  test("a check is overdue after the time for another attempt and a restart", () => {
    expect(overdueAfter(plain)).toBe(180)
    expect(gapBy(plain, at(180), true)).toBeNull()
    const { change, steps, machine: after } = gapBy(plain, at(180.001), true) ?? {}
    expect(change).toEqual({ from: "operational", to: "unknown", at: at(60) })
    expect(say(steps?.[0]?.findings ?? [])).toBe(
      "No check from 2026-11-20 00:01:00 UTC to 2026-11-20 00:03:00 UTC, though one is due every 60 s.",
    )
    expect(after).toMatchObject({ confirmed: "operational", isBlind: true, isAbsent: true })
  })

  test("is the same in SQL", async () => {
    const paces = [
      { intervalSeconds: 60, timeoutSeconds: 10 },
      { intervalSeconds: 86_400, timeoutSeconds: 60 },
    ]
    for (const pace of paces) {
      const { rows } = await world.services.database.pool.query(
        `select extract(epoch from ${overdueAfterSql})::int as seconds
           from (select $1::int as interval_seconds, $2::int as timeout_seconds) m`,
        [pace.intervalSeconds, pace.timeoutSeconds],
      )
      expect(rows).toEqual([{ seconds: overdueAfter(pace) }])
    }
  })

  test("changing the interval or resuming restarts the waiting time", () => {
    const settledAt = at(5000)
    expect(gapBy({ ...plain, settledAt }, at(5180), true)).toBeNull()
    expect(gapBy({ ...plain, settledAt }, at(5181), true)?.change?.at).toEqual(settledAt)
  })

  test("a monitor never checked or already unknown loses only its counts", () => {
    const unknown = { ...plain, status: "unknown" as const, machine: newMachine() }
    expect(gapBy({ ...unknown, lastCheckAt: null }, at(900), true)).toBeNull()
    expect(gapBy(unknown, at(900), true)).toBeNull()
    const runs = { ...newMachine().runs, bad: { count: 1, since: at(0) } }
    const counted = { ...unknown, machine: { ...newMachine(), isBlind: true, runs } }
    expect(gapBy(counted, at(900), true)).toMatchObject({
      change: null,
      machine: { isAbsent: false, runs: newMachine().runs },
    })
  })

  test("only a status that differs from before the gap is announced", () => {
    const gone = { ...plain.machine, isBlind: true, isAbsent: true }
    const well = { from: "unknown", to: "operational", at: at(0) } as const
    expect(announcedBefore(gone, well)).toBeNull()
    expect(announcedBefore(gone, { ...well, to: "offline" })).toBe("operational")
    expect(announcedBefore({ ...gone, isAbsent: false }, well)).toBe("unknown")
  })
})

test("a gap of six hours is unknown, even if its hours were already rolled up", async () => {
  const monitor = await watched()
  const day = midnight(-1)
  await seen(monitor, day, ".".repeat(6 * 60))
  await rollUp(world.services)
  await seen(monitor, after(day, 12 * 60), ".".repeat(12 * 60))
  const window = { from: day, to: midnight(0) }
  await rollUp(world.services)
  expect(await readUptime(world.services, monitor.seq, window)).toMatchObject({
    percent: 100,
    coverage: 0.75,
    times: { unknown: 6 * 3_600_000, operational: 18 * 3_600_000 },
  })
  expect(await stateOf(monitor)).toEqual({
    status: "operational",
    changes: "operational unknown operational",
    news: ["unknown operational"],
    incidents: 0,
    alerts: 0,
  })
  const morning = after(day, 9 * 60)
  expect(await explainSilence(world.system, monitor, morning)).toMatchObject({
    reason: "no_data",
    findings: saying(
      /^No check from .* 06:00:00 UTC to .* 12:00:00 UTC, though one is due every 60 s\.$/,
    ),
  })
})

test("during a gap the status changes to unknown once, and the first check after it sets it again", async () => {
  const monitor = await watched()
  await seen(monitor, ago(10), ".")
  expect(await markGaps(world.services)).toBeGreaterThan(0)
  expect(await markGaps(world.services)).toBe(0)
  expect(await stateOf(monitor)).toMatchObject({
    status: "unknown",
    changes: "operational unknown",
  })
  const verdict = await db().verdict.findFirstOrThrow({
    where: { monitorId: monitor.id },
    orderBy: { id: "desc" },
  })
  expect(verdict).toMatchObject({
    decision: "status_only",
    steps: [{ step: "gap", findings: [{ code: "no_check_between", parameters: { to: null } }] }],
  })
  await seen(monitor, ago(0), ".")
  expect(await stateOf(monitor)).toEqual({
    status: "operational",
    changes: "operational unknown operational",
    news: ["unknown operational"],
    incidents: 0,
    alerts: 0,
  })
})

test("an ongoing outage continues after a gap, and its end is announced", async () => {
  const monitor = await watched()
  await seen(monitor, ago(600), ".XX")
  await markGaps(world.services)
  expect(await stateOf(monitor)).toMatchObject({ status: "unknown", incidents: 1 })
  await seen(monitor, ago(5), "X")
  expect(await stateOf(monitor)).toMatchObject({ status: "offline", incidents: 1, alerts: 1 })
  await seen(monitor, ago(4), ".")
  expect(await stateOf(monitor)).toEqual({
    status: "operational",
    changes: "operational offline unknown offline operational",
    news: ["unknown operational", "operational offline", "offline operational"],
    incidents: 1,
    alerts: 1,
  })
  const { resolvedAt } = await db().incident.findFirstOrThrow({ where: { monitorId: monitor.id } })
  expect(resolvedAt).not.toBeNull()
  const { own } = await replayMonitor(world.system, monitor.id, {
    from: ago(700),
    to: ago(0),
    policy: { failureThreshold: 2, recoveryThreshold: 1 },
  })
  expect(own).toMatchObject({ count: 1, outages: [{ isFlapping: false }] })
  // Two minutes before the downtime, one of them after the last check, and one after it.
  expect(own.downtimeSeconds).toBeCloseTo(180, 0)
})

test("failures before and after a gap do not add up, and no outage is backdated over it", async () => {
  const monitor = await watched()
  await seen(monitor, ago(600), ".X")
  await seen(monitor, ago(5), "X")
  expect(await stateOf(monitor)).toMatchObject({ status: "unknown", incidents: 0 })
  await seen(monitor, ago(4), "X")
  const { startedAt } = await db().incident.findFirstOrThrow({ where: { monitorId: monitor.id } })
  expect(startedAt.getTime()).toBeGreaterThan(ago(6).getTime())
  expect(await stateOf(monitor)).toMatchObject({
    status: "offline",
    changes: "operational unknown offline",
    news: ["unknown operational", "operational offline"],
  })
})

test("inconclusive checks before a gap do not count after it", async () => {
  const monitor = await watched()
  await seen(monitor, ago(600), ".X?")
  await seen(monitor, ago(5), "X")
  expect(await stateOf(monitor)).toMatchObject({ status: "unknown", incidents: 0 })
})

test("a gap is also detected within a batch that was delayed through it", async () => {
  const monitor = await watched()
  await seen(monitor, ago(600), "..")
  await recordChecks(
    world.services,
    [598, 3, 597, 2].map((minutes) => checkOf(monitor, ago(minutes))),
  )
  expect(await stateOf(monitor)).toMatchObject({ changes: "operational unknown operational" })
  const window = { from: ago(600), to: ago(2) }
  const { times } = await readUptime(world.services, monitor.seq, window)
  expect(times.unknown / minuteMs).toBeCloseTo(593, 1)
})

test("checks of the gap that are stored late undo it", async () => {
  const monitor = await watched()
  const from = ago(10)
  await seen(monitor, from, ".")
  await markGaps(world.services)
  await seen(monitor, after(from, 1), ".........")
  const window = { from, to: new Date() }
  const { times } = await readUptime(world.services, monitor.seq, window)
  expect(times.unknown).toBe(0)
  expect(await stateOf(monitor)).toMatchObject({ status: "operational" })
})

test("an offline parent in a gap still silences its children", async () => {
  const parent = await watched({ name: "Router" })
  const child = await watched({ parentId: parent.id })
  await seen(parent, ago(600), "XX")
  await markGaps(world.services)
  await recordChecks(world.services, [
    checkOf(child, ago(2), offline),
    checkOf(child, ago(1), offline),
  ])
  expect(await db().incident.count({ where: { monitorId: child.id } })).toBe(0)
  expect(await explainSilence(world.system, child, new Date())).toMatchObject({
    reason: "parent_down",
  })
})

test("a paused, deleted, unchecked or just accelerated monitor has no gap", async () => {
  const paused = await watched()
  const gone = await watched()
  const fresh = await watched()
  const daily = await watched()
  await db().monitor.update({
    where: { id: daily.id },
    data: { intervalSeconds: 86_400, updatedAt: midnight(-2) },
  })
  for (const monitor of [paused, gone, daily]) await seen(monitor, ago(600), ".")
  await pauseMonitor(world.system, paused.id)
  await db().monitor.update({ where: { id: gone.id }, data: { deletedAt: new Date() } })
  await updateMonitor(world.system, daily.id, { interval: "1m" })
  expect(await markGaps(world.services)).toBe(0)
  expect(await stateOf(daily)).toMatchObject({ status: "operational" })
  expect(await stateOf(fresh)).toMatchObject({ status: "unknown", changes: "" })
})

test("whatever the order of gaps and checks, the last check decides", async () => {
  const monitors = await Promise.all(Array.from({ length: 6 }, () => watched()))
  for (const monitor of monitors) await seen(monitor, ago(30), ".")
  await Promise.all([
    markGaps(world.services),
    ...monitors.map((monitor) => seen(monitor, ago(0), ".")),
    markGaps(world.services),
  ])
  for (const monitor of monitors) {
    expect(await stateOf(monitor)).toMatchObject({
      status: "operational",
      changes: "operational unknown operational",
      news: ["unknown operational"],
    })
  }
})
