import type { Finding } from "../../../../findings/finding.ts"
import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import type { VerdictStep } from "../../verdict/rules/verdict-steps.ts"
import { forgetRuns, newMachine, type Machine } from "./check-state.ts"
import type { StatusStep } from "./transition.ts"

/**
 * A gap is time without checks, because no prober ran or none could report. A check's result holds for one
 * interval; once the next check is overdue, the status is unknown from the end of that interval.
 */

/** Three attempts each for the previous check and the one in progress. */
const timeouts = 6
/** Time for a restart, and for results waiting to be stored. */
const slackSeconds = 60

export type CheckTiming = { intervalSeconds: number; timeoutSeconds: number }

/** Seconds from the start of a check until the next one is overdue. */
export const overdueAfter = ({ intervalSeconds, timeoutSeconds }: CheckTiming): number =>
  intervalSeconds + timeouts * timeoutSeconds + slackSeconds

/** `overdueAfter` as a SQL interval, for a row `m` of monitor. */
export const overdueAfterSql = `make_interval(secs => m.interval_seconds + ${timeouts} * m.timeout_seconds + ${slackSeconds})`

/** Why a status became unknown because of a gap; identifies such changes. */
export const gapFindings: readonly Finding[] = [{ code: "no_check", parameters: {} }]
const gapTexts = ["No check ran.", "No prober looked at it."]
/** Also matches the texts that older versions stored. */
export const isOfGap = (findings: readonly Finding[]): boolean =>
  findings.some(
    ({ code, parameters }) =>
      code === "no_check" || (code === "as_written" && gapTexts.includes(parameters.text)),
  )

/** What decides whether a monitor has a gap. */
export type GapSubject = CheckTiming & {
  machine: Machine
  status: MonitorStatus
  lastCheckAt: Date | null
  /** When its settings last changed or it was last resumed. */
  settledAt: Date
}

export type Gap = { machine: Machine; change: StatusStep | null; steps: VerdictStep[] }

/**
 * The state change to store when a check was overdue at `at`; null when none was, or when the status is already
 * unknown and nothing is counted.
 *
 * @param isOver whether a check ended the gap at that moment.
 */
export function gapBy(monitor: GapSubject, at: Date, isOver: boolean): Gap | null {
  const { machine, status, lastCheckAt, settledAt, intervalSeconds } = monitor
  if (lastCheckAt === null || !hasRuns(machine, status)) return null
  const waitedMs = at.getTime() - Math.max(lastCheckAt.getTime(), settledAt.getTime())
  if (waitedMs <= overdueAfter(monitor) * 1000) return null
  const dueAt = lastCheckAt.getTime() + intervalSeconds * 1000
  const since = new Date(Math.max(dueAt, settledAt.getTime()))
  return {
    machine: markUnseen(machine),
    change: status === "unknown" ? null : { from: status, to: "unknown", at: since },
    steps: [step(since, isOver ? at : null, intervalSeconds)],
  }
}

/**
 * Declares and resolves nothing: an ongoing outage stays open. Earlier counts are dropped, or the next verdict
 * would be backdated over the gap.
 */
export const markUnseen = (before: Machine): Machine => ({
  ...forgetRuns(before),
  confirmed: before.confirmed,
  isBlind: true,
  isAbsent: before.isAbsent || !before.isBlind,
})

/** The stored runs of a machine that has counted nothing. */
export const noRuns = JSON.stringify(newMachine().runs)

const hasRuns = ({ runs }: Machine, status: MonitorStatus): boolean =>
  status !== "unknown" || JSON.stringify(runs) !== noRuns

const step = (from: Date, to: Date | null, intervalSeconds: number): VerdictStep => ({
  step: "gap",
  outcome: "unknown",
  findings: [
    {
      code: "no_check_between",
      parameters: { from: from.toISOString(), to: to?.toISOString() ?? null, intervalSeconds },
    },
  ],
})

/**
 * The status announced before this change; null when the change must not be announced. Gaps are not announced, so
 * a monitor whose status is the same before and after one announces nothing.
 */
export function announcedBefore(before: Machine, { from, to }: StatusStep): MonitorStatus | null {
  if (!before.isAbsent) return from
  return to === before.confirmed ? null : before.confirmed
}
