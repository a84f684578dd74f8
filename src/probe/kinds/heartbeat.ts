import type { Target } from "../../graphql/monitoring/monitor/rules/monitor-target.ts"
import { failed, nothingSeen, type Observation } from "../observation.ts"
import type { Prober } from "../probe.ts"

export type HeartbeatTarget = Pick<
  Target<"heartbeat">,
  "lastPingAt" | "lastPingKind" | "lastPingText" | "intervalMinutes" | "graceMinutes"
>

const minuteMs = 60_000

/** After downtime of ours, the minimum time to wait for the sender's own retry, even without a grace period. */
const leastGraceMs = minuteMs

/** The end of the grace period after the last ping. */
const expectedMs = ({ lastPingAt, intervalMinutes, graceMinutes }: HeartbeatTarget): number =>
  lastPingAt.getTime() + (intervalMinutes + graceMinutes) * minuteMs

/**
 * When silence becomes a failure: one interval and the grace period after the last ping, and not before this
 * prober, back since `returnedAt`, has been receiving for the grace period (at least a minute).
 */
export function heartbeatDeadline(target: HeartbeatTarget, returnedAt: Date): Date {
  const listened = returnedAt.getTime() + Math.max(target.graceMinutes * minuteMs, leastGraceMs)
  return new Date(Math.max(expectedMs(target), listened))
}

/**
 * Whether there is nothing to judge yet: the first ping is not due, or an overdue one may have been lost while we
 * were down. Reporting success then would end an ongoing outage.
 */
export function isHeartbeatWaiting(target: HeartbeatTarget, now: Date, returnedAt: Date): boolean {
  const { lastPingKind } = target
  if (lastPingKind === "fail" || now > heartbeatDeadline(target, returnedAt)) return false
  return lastPingKind === null || now.getTime() > expectedMs(target)
}

/**
 * Whether the pings are as expected at `now`. The last one counts: `fail` is a failure until the next ping; after
 * `start`, the end of the job is due like any ping.
 */
export function observeHeartbeat(
  target: HeartbeatTarget,
  now: Date,
  returnedAt: Date,
): Observation {
  const { lastPingAt, lastPingKind, intervalMinutes, graceMinutes } = target
  const silence = words(now.getTime() - lastPingAt.getTime())
  if (lastPingKind === "fail") {
    const said = firstLine(target.lastPingText)
    const message = said === "" ? "" : ` It said: ${said}`
    return failed("heartbeat_failed", `The job reported a failure ${silence} ago.${message}`)
  }
  if (now.getTime() <= heartbeatDeadline(target, returnedAt).getTime()) return nothingSeen
  const grace = graceMinutes > 0 ? ` with ${graceMinutes} min of grace` : ""
  const expected = `expected every ${intervalMinutes} min${grace}`
  const what =
    lastPingKind === "start"
      ? `The job started ${silence} ago and has not finished`
      : `No ping for ${silence}`
  return failed("heartbeat_missing", `${what}; ${expected}.`)
}

/** Times by the database's clock, which dates pings; the local clock may be wrong. */
export type PingTime = {
  databaseNow(): Date
  /** Since when pings can be received again. */
  returnedAt(): Date
}

/** Makes no connection. */
export const createHeartbeatProber = ({
  databaseNow,
  returnedAt,
}: PingTime): Prober<"heartbeat"> => ({
  probe: (target) => Promise.resolve(observeHeartbeat(target, databaseNow(), returnedAt())),
  isWaiting: (target) => isHeartbeatWaiting(target, databaseNow(), returnedAt()),
})

const mostSaid = 200

/** The first line that a job sent, without control characters. */
function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1)
  const bare = line.replaceAll(/\p{Cc}+/gu, " ").trim()
  return bare.length > mostSaid ? `${bare.slice(0, mostSaid - 1).toWellFormed()}…` : bare
}

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
