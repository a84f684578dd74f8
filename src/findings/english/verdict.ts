import type { verdictCodes } from "../codes/verdict.ts"
import type { WordsOf } from "../words.ts"

export const verdict: WordsOf<typeof verdictCodes> = {
  assertions_passed: () => "All assertions passed.",
  first_attempt: ({ cause }, { say }) =>
    `First attempt: ${cause.length === 0 ? "no failure" : say(cause)}`,
  anchors_answered: ({ reached, of }) =>
    `${reached} of ${of} egress anchors answered around the deciding attempt.`,
  good_checks_in_row: ({ count, recoveryThreshold, isAtLeast }) =>
    `${isAtLeast ? "At least " : ""}${count} consecutive good checks; the recovery threshold is ${recoveryThreshold}.`,
  failures_in_row: ({ count, offline, failureThreshold }) =>
    `${count} consecutive failures, ${offline} of them offline; the failure threshold is ${failureThreshold}.`,
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
}
