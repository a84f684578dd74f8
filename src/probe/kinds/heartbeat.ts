import type { Target } from "../../graphql/monitor/target.ts"
import { failed, nothingSeen, type Observation } from "../observation.ts"
import type { Probe } from "../probe.ts"

export type HeartbeatTarget = Pick<
  Extract<Target, { kind: "heartbeat" }>,
  "lastPingAt" | "lastPingKind" | "intervalMinutes" | "graceMinutes"
>

const minuteMs = 60_000

/**
 * A ping may knock in vain while we are away: whoever returns waits at least this long for the sender's
 * own retry, even where the monitor grants no grace.
 */
const leastGraceMs = minuteMs

/** The end of the grace after the last ping. */
const expectedMs = ({ lastPingAt, intervalMinutes, graceMinutes }: HeartbeatTarget): number =>
  lastPingAt.getTime() + (intervalMinutes + graceMinutes) * minuteMs

/**
 * When silence becomes a failure: one interval and the grace after the last ping, and never before
 * this prober, back since `returnedAt`, has itself listened for the grace (a minute at least).
 */
export function heartbeatDeadline(target: HeartbeatTarget, returnedAt: Date): Date {
  const listened = returnedAt.getTime() + Math.max(target.graceMinutes * minuteMs, leastGraceMs)
  return new Date(Math.max(expectedMs(target), listened))
}

/**
 * Whether nothing can be said yet: the first ping is not due, or one that is overdue may have knocked in vain while
 * we were away. To call that well would end an outage that goes on.
 */
export function isHeartbeatWaiting(target: HeartbeatTarget, now: Date, returnedAt: Date): boolean {
  const { lastPingKind } = target
  if (lastPingKind === "fail" || now > heartbeatDeadline(target, returnedAt)) return false
  return lastPingKind === null || now.getTime() > expectedMs(target)
}

/**
 * Whether the pings are as they should be at `now`. The last word counts: `fail` is a failure at once
 * and until the next ping; a job that said `start` owes its end like any other ping.
 */
export function observeHeartbeat(
  target: HeartbeatTarget,
  now: Date,
  returnedAt: Date,
): Observation {
  const { lastPingAt, lastPingKind, intervalMinutes, graceMinutes } = target
  const silence = words(now.getTime() - lastPingAt.getTime())
  if (lastPingKind === "fail") {
    return failed("heartbeat_failed", `The job reported a failure ${silence} ago.`)
  }
  if (now.getTime() <= heartbeatDeadline(target, returnedAt).getTime()) return nothingSeen
  const grace = graceMinutes > 0 ? ` with ${graceMinutes} min of grace` : ""
  const expected = `expected every ${intervalMinutes} min${grace}`
  const what =
    lastPingKind === "start"
      ? `The job started ${silence} ago and has not said that it ended`
      : `No ping for ${silence}`
  return failed("heartbeat_missing", `${what}; ${expected}.`)
}

/** Connects to nothing. `returnedAt` tells when we came back last and pings could count again. */
export const createHeartbeatProbe =
  (returnedAt: () => Date): Probe<"heartbeat"> =>
  (target, { clock }) =>
    Promise.resolve(observeHeartbeat(target, clock.now(), returnedAt()))

/** "50 s", "6 min", "3 h 20 min", "2 d 4 h": the two largest units. */
function words(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${seconds} s`
  if (minutes < 60) return join(minutes, "min", seconds % 60, "s")
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return join(hours, "h", minutes % 60, "min")
  return join(Math.floor(hours / 24), "d", hours % 24, "h")
}

const join = (large: number, unit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`
