import type { Finding } from "../../findings/finding.ts"
import type { Target } from "../../graphql/monitoring/monitor/rules/monitor-target.ts"
import { failed, nothingSeen, type Observation } from "../observation.ts"
import type { Prober } from "../probe.ts"
import { judgeSilence, type Awaited, type ProvedTime, type Silence } from "./heartbeat-silence.ts"

export type HeartbeatTarget = Awaited &
  Pick<Target<"heartbeat">, "lastPingKind" | "lastPingText" | "failedPings" | "isPingedPublicly">

/**
 * Whether there is nothing to judge yet: no ping has come, and the first one is not missing. Reporting success would
 * end an outage from before a pause.
 */
export function isHeartbeatWaiting(
  target: HeartbeatTarget,
  now: Date,
  proved: ProvedTime,
): boolean {
  if (target.lastPingKind !== null) return false
  const { missed, excused, isStanding } = judgeSilence(target, proved, now.getTime())
  return missed === 0 && excused === null && !isStanding
}

/**
 * Whether the pings are as expected at `now`. A reported failure counts as one missed period, until the next ping;
 * after `start`, the end of the job is due like any ping.
 */
export function observeHeartbeat(
  target: HeartbeatTarget,
  now: Date,
  proved: ProvedTime,
): Observation {
  const { lastPingAt, failedPings, failureThreshold } = target
  const silence = judgeSilence(target, proved, now.getTime())
  const count = failedPings + silence.missed
  if (count > 0) {
    const sinceMs = failedPings > 0 ? lastPingAt.getTime() : silence.sinceMs
    const inRow = { count, since: new Date(sinceMs ?? lastPingAt.getTime()) }
    const found = silence.missed === 0 ? describeFailure(target, now) : describeSilence(target, now)
    const parameters = { count, of: failureThreshold }
    const counted: Finding[] = failureThreshold > 1 ? [{ code: "failure_in_row", parameters }] : []
    const kind = silence.missed === 0 ? "heartbeat_failed" : "heartbeat_missing"
    return failed(kind, [found, ...counted], { inRow })
  }
  if (silence.excused === null && !silence.isStanding) return nothingSeen
  return failed("ingress", [describeExcuse(target, silence, proved)])
}

function describeFailure({ lastPingAt, lastPingText }: HeartbeatTarget, now: Date): Finding {
  const agoMs = now.getTime() - lastPingAt.getTime()
  return { code: "job_failed", parameters: { agoMs, said: firstLine(lastPingText) || null } }
}

function describeSilence(target: HeartbeatTarget, now: Date): Finding {
  const { lastPingAt, lastPingKind, intervalMinutes, graceMinutes } = target
  const sinceMs = now.getTime() - lastPingAt.getTime()
  const expected = { intervalMinutes, graceMinutes }
  return lastPingKind === "start"
    ? { code: "job_unfinished", parameters: { sinceMs, ...expected } }
    : { code: "ping_missing", parameters: { silentMs: sinceMs, ...expected } }
}

/** Why a due ping that has not come does not count. */
function describeExcuse(
  { intervalMinutes }: HeartbeatTarget,
  { excused }: Silence,
  { untilMs }: ProvedTime,
): Finding {
  if (excused === null || excused.gap.to === Infinity) {
    const since = untilMs === -Infinity ? null : moment(untilMs)
    return { code: "ping_unproved", parameters: { since } }
  }
  const { dueMs, gap } = excused
  const next = moment(dueMs + intervalMinutes * 60_000)
  const parameters = { due: moment(dueMs), from: moment(gap.from), to: moment(gap.to), next }
  return { code: "ping_maybe_lost", parameters }
}

const moment = (ms: number): string => new Date(ms).toISOString()

/** Times by the database's clock, which dates pings; the local clock may be wrong. */
export type PingTime = {
  databaseNow(): Date
  /** @param isPublic whether pings came from outside our own networks; null if none came. */
  provedTime(isPublic: boolean | null): ProvedTime
  /** Read again what was proved. */
  refresh(): Promise<void>
}

/** Where every moment counts as proved: a monitor that is not saved has no pings to miss. */
export const alwaysProved = (now: () => Date): PingTime => ({
  databaseNow: now,
  provedTime: () => ({ gaps: [], untilMs: Infinity, isOpen: false }),
  refresh: () => Promise.resolve(),
})

/** How soon to look again whether a due ping is proved missing: while proofs come, and while they do not. */
const againMs = { proving: 1000, standing: 15_000 }

/** When silence is a failure that reaches the threshold; null if it is, or if a reported failure has. */
export function heartbeatDeadline(
  target: HeartbeatTarget,
  now: Date,
  proved: ProvedTime,
): Date | null {
  const failureThreshold = target.failureThreshold - target.failedPings
  if (failureThreshold <= 0) return null
  const nowMs = now.getTime()
  const silence = judgeSilence({ ...target, failureThreshold }, proved, nowMs)
  if (silence.deadlineMs === null) return null
  if (silence.isStanding || silence.deadlineMs === Infinity) {
    return new Date(nowMs + againMs.standing)
  }
  return new Date(Math.max(silence.deadlineMs + 1, nowMs + againMs.proving))
}

/** Makes no connection. */
export function createHeartbeatProber({ databaseNow, provedTime }: PingTime): Prober<"heartbeat"> {
  const provedOf = ({ isPingedPublicly }: HeartbeatTarget) => provedTime(isPingedPublicly)
  return {
    nextMoment: (target) => heartbeatDeadline(target, databaseNow(), provedOf(target)),
    probe: (target) => Promise.resolve(observeHeartbeat(target, databaseNow(), provedOf(target))),
    isWaiting: (target) => isHeartbeatWaiting(target, databaseNow(), provedOf(target)),
  }
}

const mostSaid = 200

/** The first line that a job sent, without control characters. */
function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1)
  const bare = line.replaceAll(/\p{Cc}+/gu, " ").trim()
  return bare.length > mostSaid ? `${bare.slice(0, mostSaid - 1).toWellFormed()}…` : bare
}
