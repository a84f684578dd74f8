import type { Target } from "../../graphql/monitoring/monitor/rules/monitor-target.ts"

/** The part of a heartbeat that decides when silence is a failure. */
export type Awaited = Pick<
  Target<"heartbeat">,
  "lastPingAt" | "intervalMinutes" | "graceMinutes" | "failureThreshold"
>

/** Milliseconds by the database's clock. */
export type Gap = { from: number; to: number }

/** Over which time it was proved that pings could arrive. */
export type ProvedTime = {
  /** Spans without proof, in order of time. */
  gaps: readonly Gap[]
  /** The last proof; -Infinity if there is none. */
  untilMs: number
  /** Whether the last proof is so old that pings cannot be expected to arrive now. */
  isOpen: boolean
}

export type Silence = {
  /** Missed periods, at most the failure threshold. */
  missed: number
  /** When the first missed ping was due. */
  sinceMs: number | null
  /** The last due time, if its ping may have been lost; the gap may still last. */
  excused: { dueMs: number; gap: Gap } | null
  /** Whether a ping is due while nothing proves that it could arrive. */
  isStanding: boolean
  /** When silence may next become a failure: Infinity until there are proofs, null if it is one. */
  deadlineMs: number | null
}

const minuteMs = 60_000
/** Jobs call early or late by about their grace period, at least a minute. */
const leastJitterMs = minuteMs
const mostJitterMs = 5 * minuteMs

/**
 * Count the missed periods of a heartbeat. A period is missed at its due time and the grace period, moved by the time
 * without proof. One that was due in such time does not count: jobs seldom repeat a ping that was lost.
 */
export function judgeSilence(target: Awaited, proved: ProvedTime, nowMs: number): Silence {
  const intervalMs = target.intervalMinutes * minuteMs
  const graceMs = target.graceMinutes * minuteMs
  const jitterMs = Math.min(Math.max(graceMs, leastJitterMs), mostJitterMs, intervalMs / 2)
  const gaps = proved.isOpen
    ? [...proved.gaps, { from: proved.untilMs, to: Infinity }]
    : proved.gaps
  const found: Silence = {
    missed: 0,
    sinceMs: null,
    excused: null,
    isStanding: false,
    deadlineMs: null,
  }
  for (let dueMs = target.lastPingAt.getTime() + intervalMs; ; dueMs += intervalMs) {
    const gap = gaps.find(({ from, to }) => from < dueMs + jitterMs && to > dueMs - jitterMs)
    if (gap !== undefined && dueMs <= nowMs) {
      found.excused = { dueMs, gap }
      if (gap.to < Infinity) continue
      return { ...found, isStanding: true, deadlineMs: gap.to }
    }
    const deadlineMs = moved(dueMs - intervalMs, dueMs, graceMs, gaps)
    if (deadlineMs >= Math.min(proved.untilMs, nowMs)) {
      return { ...found, isStanding: dueMs <= nowMs && proved.isOpen, deadlineMs }
    }
    found.missed += 1
    found.sinceMs ??= dueMs
    found.excused = null
    if (found.missed >= target.failureThreshold) return found
  }
}

/** The end of the grace period, moved by the time without proof in the period before and in the grace period. */
function moved(fromMs: number, dueMs: number, graceMs: number, gaps: readonly Gap[]): number {
  return gaps.reduce((deadlineMs, { from, to }) => {
    if (to <= fromMs || from >= deadlineMs) return deadlineMs
    return deadlineMs + to - Math.max(from, fromMs)
  }, dueMs + graceMs)
}
