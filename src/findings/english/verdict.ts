import type { checkResults, pagingSilences, subjectNouns, verdictCodes } from "../codes/verdict.ts"
import type { WordsOf } from "../words.ts"

const nouns: Record<(typeof subjectNouns)[number], string> = {
  incident: "Incident",
  alert: "Alert",
  outage: "An outage",
}

const nameOf = ({ noun, number }: { noun: keyof typeof nouns; number: number | null }): string =>
  number === null ? nouns[noun] : `${nouns[noun]} #${number}`

const silences: Record<(typeof pagingSilences)[number], (name: string) => string> = {
  muted: () => "its alerts were muted",
  maintenance: (name) => `it was in maintenance${name}`,
  parent_down: (name) => `its parent monitor${name} was offline`,
  snoozed: (name) => `the alert is snoozed${name}`,
}

const results: Record<(typeof checkResults)[number], string> = {
  passed: "passed.",
  not_confirmed: "failed at first, but a second attempt over a new connection succeeded.",
  offline: "found it offline:",
  degraded: "found it degraded:",
  not_allowed: "was not allowed to connect:",
  undecided: "could not decide:",
  inconclusive: "was inconclusive.",
  internal_error: "failed because of an internal error:",
}

export const verdict: WordsOf<typeof verdictCodes> = {
  rule_applied: ({ rule, outcome }) =>
    `${rule.charAt(0).toUpperCase()}${rule.slice(1)}: ${outcome.replaceAll("_", " ")}`,
  assertions_passed: () => "All assertions passed.",
  first_attempt: ({ cause }, { say }) =>
    `First attempt: ${cause.length === 0 ? "no failure" : say(cause)}`,
  anchors_answered: ({ reached, of }) =>
    `${reached} of ${of} egress anchors answered around the deciding attempt.`,
  good_checks_in_row: ({ count: good, recoveryThreshold, isAtLeast }, { count }) =>
    `${isAtLeast ? "At least " : ""}${count(good, "consecutive good check", "consecutive good checks")}; the recovery threshold is ${recoveryThreshold}.`,
  failures_in_row: ({ count: failed, offline, failureThreshold }, { count }) =>
    `${count(failed, "consecutive failure", "consecutive failures")}, ${offline} of them offline; the failure threshold is ${failureThreshold}.`,
  no_check_between({ from, to, intervalSeconds }, { moment }) {
    const span = to === null ? `since ${moment(from)}` : `from ${moment(from)} to ${moment(to)}`
    return `No check ${span}, though one is due every ${intervalSeconds} s.`
  },
  no_check: () => "No check ran.",
  monitor_paused: () => "The monitor was paused.",
  monitor_muted: () => "Alerts for this monitor are muted.",
  monitor_in_maintenance: () => "This monitor is in maintenance.",
  parent_offline: () => "The parent monitor is offline, and the alert is raised there.",
  outage_declared: () => "A new outage was declared.",
  outage_worsened: () =>
    "The monitor went from degraded to offline; a more severe alert was raised.",
  outage_reopened: () =>
    "It failed again within the flap window, so the same incident was reopened.",
  outage_ended: () => "The outage ended.",
  outage_replaced: () =>
    "The degraded monitor went offline again, so the offline outage replaces this one.",
  alert_replaced: () => "The monitor went offline: the incident's alert replaces this one.",
  recovered: () => "Recovered.",
  no_reason_recorded: () => "No reason was recorded.",
  silenced({ effect, kind, name, since, until }, { moment }) {
    const what = effect === "alert" ? "No alert fired" : "Nobody is paged now"
    const why = silences[kind](name === null ? "" : ` “${name}”`)
    const began = since === null || kind !== "parent_down" ? "" : ` since ${moment(since)}`
    return `${what} because ${why}${began}${until === null ? "" : ` until ${moment(until)}`}.`
  },
  monitor_was_down({ monitor, isDegraded, since, cause }, { say, moment }) {
    const began = since === null ? "" : ` since ${moment(since)}`
    return `${monitor} was ${isDegraded ? "degraded" : "down"}${began}: ${say(cause)}`
  },
  second_check: ({ isConfirmed, at, address }, { moment }) =>
    `A second check ${address === null ? `(${moment(at)})` : `over a new connection (${moment(at)} to ${address})`} ${isConfirmed ? "failed too" : "succeeded"}.`,
  subject_opened({ how, at, afterMs, resolvedAt, ...of }, { moment, duration }) {
    const done = {
      declared: "declared",
      reopened: "reopened because it failed again soon after recovering (flapping)",
      worsened: "declared because a degraded monitor went offline",
      resolved: "resolved",
    }[how]
    const after = afterMs === null ? "" : `, ${duration(afterMs)} after it began`
    const end = resolvedAt === null ? "" : `, and resolved at ${moment(resolvedAt)}`
    return `${nameOf(of)} was ${done} at ${moment(at)}${after}${end}.`
  },
  opened_by_person: ({ at, ...of }, { moment }) =>
    `${nameOf(of)} was declared by a person at ${moment(at)}, not by a check.`,
  check_found: ({ at, result, cause }, { moment, say }) =>
    `The check at ${moment(at)} ${results[result]} ${say(cause)}`.trimEnd(),
  previous_check: ({ at, intervalSeconds }, { moment }) =>
    `${at === null ? "No check had run" : `The previous check started at ${moment(at)}`}, though one was due every ${intervalSeconds} s.`,
  next_check: ({ at }, { moment }) =>
    at === null ? "No check has run since." : `The next check started at ${moment(at)}.`,
  first_check_not_due: ({ since }, { moment }) =>
    `It had been monitored only since ${moment(since)}, and its first check was not yet due.`,
  monitor_created: ({ at }, { moment }) => `The monitor was created at ${moment(at)}.`,
  monitor_was_paused: ({ from, until }, { moment }) =>
    `It was paused from ${moment(from)}${until === null ? "" : ` until ${moment(until)}`}.`,
  subject_was_open: ({ at, ...of }, { moment }) =>
    `${nameOf(of)} had been declared at ${moment(at)} and was still open.`,
  subject_declared: ({ at, ...of }, { moment }) => `${nameOf(of)} was declared at ${moment(at)}.`,
}
