import { describe, expect, test } from "vitest"
import type { MonitorStatus } from "../../prisma/generated/enums.ts"
import { createWalk } from "../../src/graphql/monitoring/monitor/history/replay-walk.ts"
import { replayMonitor } from "../../src/graphql/monitoring/monitor/history/replay-monitor.ts"
import {
  covering,
  follow,
  mutesOf,
  pausesOf,
  type Span,
} from "../../src/graphql/monitoring/monitor/history/monitor-spans.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { ask } from "../support/ask.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const system = { kind: "system", name: "test" } as const
const start = Date.UTC(2026, 10, 20, 9)
const at = (minute: number) => new Date(start + minute * 60_000)
const minuteOf = (moment: Date | null) => moment && (moment.getTime() - start) / 60_000

/** Replays one check a minute; a letter is a result: . good, d degraded, X offline, ? unknown. */
function replay(results: string, failureThreshold: number, spans: Span[] = []) {
  const status: Record<string, MonitorStatus> = { ".": "operational", d: "degraded", X: "offline" }
  const walk = createWalk({ failureThreshold, recoveryThreshold: 1 }, spans, 10)
  for (const [minute, letter] of results.split("").entries()) {
    walk.see({
      startedAt: at(minute),
      status: status[letter] ?? "unknown",
      durationMs: 6000,
      inRow: null,
    })
  }
  const { outages, downtimeSeconds, meanDetectionSeconds, count } = walk.result(at(results.length))
  const outageLines = outages.map((outage) => {
    const { level, startedAt, declaredAt, endedAt, isFlapping } = outage
    const flaps = isFlapping ? " flapping" : ""
    return `${level} ${minuteOf(startedAt)}–${minuteOf(endedAt)} declared ${minuteOf(declaredAt)}${flaps}`
  })
  return { outageLines, count, downMinutes: downtimeSeconds / 60, meanDetectionSeconds }
}

const silence = (kind: Span["kind"], from: number, until: number): Span => ({
  kind,
  name: null,
  from: at(from),
  until: at(until),
})

describe("a replay of stored checks", () => {
  test("declares at the threshold, backdates, and measures the detection time", () => {
    const results = "..XX..............X...........XXX."
    expect(replay(results, 2)).toEqual({
      outageLines: ["offline 2–4 declared 3.1", "offline 30–33 declared 31.1"],
      count: 2,
      downMinutes: 5,
      meanDetectionSeconds: 66,
    })
    expect(replay(results, 1)).toMatchObject({ count: 3, downMinutes: 6, meanDetectionSeconds: 6 })
    expect(replay(results, 4)).toEqual({
      outageLines: [],
      count: 0,
      downMinutes: 0,
      meanDetectionSeconds: null,
    })
  })

  test("counts a relapse within ten minutes as the same outage, and a worsening as a more severe one", () => {
    expect(replay("X.X.", 1).outageLines).toEqual(["offline 0–3 declared 0.1 flapping"])
    expect(replay("dX.", 1).outageLines).toEqual([
      "degraded 0–1 declared 0.1",
      "offline 1–2 declared 1.1",
    ])
    expect(replay("Xd.", 1).outageLines).toEqual([
      "offline 0–1 declared 0.1",
      "degraded 1–2 declared 1.1",
    ])
    expect(replay("XdX.", 1).outageLines).toEqual([
      "offline 0–3 declared 0.1 flapping",
      "degraded 1–2 declared 1.1",
    ])
  })

  test("neither counts inconclusive checks nor ends an outage by them", () => {
    expect(replay("X?X?", 2)).toMatchObject({
      outageLines: ["offline 0–null declared 2.1"],
      downMinutes: 3,
    })
  })

  test("declares nothing during a silence, and declares an outage that lasts when it ends", () => {
    expect(replay("XXXX.", 1, [silence("muted", 0, 3)]).outageLines).toEqual([
      "offline 0–4 declared 3.1",
    ])
    expect(replay("XX..", 1, [silence("maintenance", 0, 9)]).outageLines).toEqual([])
  })

  test("resets counts after a pause", () => {
    const paused = { ...silence("paused", 0, 1), from: new Date(start + 30_000) }
    expect(replay("XX", 2, [paused]).outageLines).toEqual([])
    expect(replay("XX", 2).outageLines).toEqual(["offline 0–null declared 1.1"])
  })
})

test("iterating over spans gives the same result as querying each moment", () => {
  const kinds = ["paused", "maintenance", "muted", "parent_down"] as const
  const spans = Array.from({ length: 40 }, (_, index) => {
    const from = (index * 7) % 50
    return silence(kinds[index % 4] ?? "muted", from, from + 1 + ((index * 5) % 9))
  })
  const kindAt = follow(spans)
  const moments = Array.from({ length: 70 }, (_, minute) => at(minute))
  const outageLines = moments.map((moment) => kindAt(moment)?.kind ?? null)
  expect(outageLines).toEqual(moments.map((moment) => covering(spans, moment)?.kind ?? null))
  expect(new Set(outageLines)).toEqual(new Set([...kinds, null]))
})

const listed = (spans: Span[]) =>
  spans.map(({ kind, from, until }) => `${kind} ${minuteOf(from)}–${minuteOf(until)}`)

test("mutes and pauses are reconstructed from the audit log", () => {
  const entry = (action: string, minute: number, until?: number) => ({
    action: `monitor.${action}`,
    at: at(minute),
    changes: until === undefined ? null : { mutedUntil: at(until).toISOString() },
  })
  const entries = [
    entry("muted", 0, 9),
    entry("paused", 1),
    entry("muted", 2, 20),
    entry("resumed", 3),
    entry("unmuted", 4),
    entry("muted", 5, 6),
    entry("paused", 7),
  ]
  expect(listed(mutesOf(entries))).toEqual(["muted 0–2", "muted 2–4", "muted 5–6"])
  expect(listed(pausesOf(entries, at(7)))).toEqual(["paused 1–3", "paused 7–null"])
  expect(listed(pausesOf([], at(7)))).toEqual(["paused 7–null"])
})

const source = `query ($id: ID!, $from: DateTime!, $to: DateTime!, $policy: ReplayPolicy!) {
  replayMonitor(monitorId: $id, from: $from, to: $to, policy: $policy) {
    checks isComplete replayedUntil
    asked { failureThreshold count outages { level startedAt endedAt isFlapping detectionSeconds } }
    own { failureThreshold count meanDetectionSeconds downtimeSeconds }
  }
}`

const members = (letter: string) => (letter === "X" ? { ...offline, durationMs: 6000 } : {})

async function makeHistory(results: string) {
  const { id: projectId } = await makeProject(world)
  const monitor = await insertMonitor(world, projectId)
  await recordChecks(
    world.services,
    results.split("").map((letter, minute) => checkOf(monitor, at(minute), members(letter))),
  )
  return monitor
}

test("stored checks are evaluated with other thresholds and with the monitor's own", async () => {
  const { id } = await makeHistory(".XX..X.")
  const policy = { failureThreshold: 1, recoveryThreshold: 2 }
  const variables = { id, from: at(0).toISOString(), to: at(99).toISOString(), policy }
  const { data, errors } = await ask(world, system, source, variables)
  expect(errors).toEqual([])
  expect(data).toEqual({
    replayMonitor: {
      checks: 7,
      isComplete: true,
      replayedUntil: at(99).toISOString(),
      asked: {
        failureThreshold: 1,
        count: 1,
        outages: [
          {
            level: "OFFLINE",
            startedAt: at(1).toISOString(),
            endedAt: null,
            isFlapping: true,
            detectionSeconds: 6,
          },
        ],
      },
      own: { failureThreshold: 2, count: 1, meanDetectionSeconds: 66, downtimeSeconds: 120 },
    },
  })
  const outside = { ...variables, from: at(50).toISOString() }
  expect(await ask(world, system, source, outside)).toMatchObject({
    data: { replayMonitor: { checks: 0, own: { count: 0, meanDetectionSeconds: null } } },
  })
})

test("months are read week by week, each check exactly once", async () => {
  const { id: projectId } = await makeProject(world)
  const { id, seq } = await insertMonitor(world, projectId)
  // Three per week, also at its edges, and one day with more than a batch.
  await world.services.database.pool.query(
    `insert into check_result (monitor_seq, started_at, status, attempts, duration_ms, warnings)
     select $1, at, 'operational', 1, 5, '{}' from (
       select $2::timestamptz + g * interval '56 hours' as at from generate_series(0, 29) g union
       select $2::timestamptz + interval '10 days' + g * interval '10 seconds' from generate_series(0, 8639) g) row`,
    [seq, at(0).toISOString()],
  )
  const given = {
    from: at(0),
    to: at(100 * 1440),
    policy: { failureThreshold: 1, recoveryThreshold: 1 },
  }
  const { checks, isComplete } = await replayMonitor(world.system, id, given)
  expect({ checks, isComplete }).toEqual({ checks: 8670, isComplete: true })
})

test("a replay is limited by count, time, span and concurrency", async () => {
  const { id } = await makeHistory("XX.")
  const policy = { failureThreshold: 1, recoveryThreshold: 1 }
  const given = { from: at(0), to: at(9), policy }
  const few = { mostChecks: 2, deadlineMs: 20_000 }
  expect(await replayMonitor(world.system, id, given, few)).toMatchObject({
    checks: 2,
    isComplete: false,
    replayedUntil: at(1),
    asked: { count: 1 },
  })
  const late = { mostChecks: 100, deadlineMs: -1 }
  expect(await replayMonitor(world.system, id, given, late)).toMatchObject({ isComplete: false })
  const wrong = [
    { ...given, to: at(0) },
    { ...given, to: at(401 * 24 * 60) },
    { ...given, policy: { ...policy, failureThreshold: 0 } },
  ]
  for (const one of wrong) {
    await expect(replayMonitor(world.system, id, one)).rejects.toMatchObject({
      code: "validation_failed",
    })
  }
  const ten = Array.from({ length: 10 }, () => replayMonitor(world.system, id, given))
  const settled = await Promise.allSettled(ten)
  const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(9)
  expect(refused[0]).toMatchObject({ code: "unavailable" })
  expect(await replayMonitor(world.system, id, given)).toMatchObject({ isComplete: true })
})
