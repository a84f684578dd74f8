import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import { moment } from "../verdict/summary.ts"
import type { VerdictStep } from "../verdict/steps.ts"
import { forgetRuns, newMachine } from "./machine.ts"
import type { Machine } from "./machine.ts"
import type { StatusStep } from "./transition.ts"

/**
 * Absence: time in which nobody looked, because no prober ran or none could tell. What a check saw holds for one
 * interval; from there on it is unknown, as soon as the next check is overdue.
 */

/** The look before and the one under way, three attempts each. */
const timeouts = 6
/** For a restart of ours, and for what waits to be stored. */
const slackSeconds = 60

export type Pace = { intervalSeconds: number; timeoutSeconds: number }

/** Seconds from the beginning of a check until the next one is overdue. */
export const overdueAfter = ({ intervalSeconds, timeoutSeconds }: Pace): number =>
  intervalSeconds + timeouts * timeoutSeconds + slackSeconds

/** The same for a row `m` of monitor, as an interval. */
export const overdueAfterSql = `make_interval(secs => m.interval_seconds + ${timeouts} * m.timeout_seconds + ${slackSeconds})`

/** Why a status became unknown by absence; tells such changes from others. */
export const nobodyLooked = "No prober looked at it."

/** A monitor as far as its absence is judged. */
export type Watched = Pace & {
  machine: Machine
  status: MonitorStatus
  lastCheckAt: Date | null
  /** Since when it has had these settings and was not paused. */
  settledAt: Date
}

export type Absence = { machine: Machine; change: StatusStep | null; steps: VerdictStep[] }

/**
 * What has to be written down where a check was overdue at `at`; null where none was, or where nothing is left to
 * be unknown.
 *
 * @param isOver whether somebody looked at that moment.
 */
export function absenceBy(watched: Watched, at: Date, isOver: boolean): Absence | null {
  const { machine, status, lastCheckAt, settledAt, intervalSeconds } = watched
  if (lastCheckAt === null || !hasRuns(machine, status)) return null
  const waitedMs = at.getTime() - Math.max(lastCheckAt.getTime(), settledAt.getTime())
  if (waitedMs <= overdueAfter(watched) * 1000) return null
  const dueAt = lastCheckAt.getTime() + intervalSeconds * 1000
  const since = new Date(Math.max(dueAt, settledAt.getTime()))
  return {
    machine: leftUnseen(machine),
    change: status === "unknown" ? null : { from: status, to: "unknown", at: since },
    steps: [step(since, isOver ? at : null, intervalSeconds)],
  }
}

/**
 * Nothing is declared or resolved: an outage that was on is still on. What was counted before counts no longer, or
 * the next verdict would be dated back over time that nobody saw.
 */
export const leftUnseen = (before: Machine): Machine => ({
  ...forgetRuns(before),
  confirmed: before.confirmed,
  isBlind: true,
  isAbsent: before.isAbsent || !before.isBlind,
})

/** As it is stored, of a machine that has counted nothing. */
export const noRuns = JSON.stringify(newMachine().runs)

const hasRuns = ({ runs }: Machine, status: MonitorStatus): boolean =>
  status !== "unknown" || JSON.stringify(runs) !== noRuns

function step(from: Date, until: Date | null, intervalSeconds: number): VerdictStep {
  const stretch =
    until === null
      ? `No prober has looked since ${moment(from)}`
      : `No prober looked from ${moment(from)} to ${moment(until)}`
  const detail = `${stretch}, though a check was due every ${intervalSeconds} s.`
  return { step: "absence", outcome: "unknown", detail }
}

/**
 * What the world outside held the monitor for; null where a change is no news to it. It is not told of our absence,
 * so that a monitor that comes out of one as it went in is told of neither.
 */
export function toldBefore(before: Machine, { from, to }: StatusStep): MonitorStatus | null {
  if (!before.isAbsent) return from
  return to === before.confirmed ? null : before.confirmed
}
