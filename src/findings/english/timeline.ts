import type {
  alertChanges,
  burnDecisions,
  cancelReasons,
  joinedCauses,
  messageStates,
  pagingEffects,
  retries,
  timelineCodes,
} from "../codes/timeline.ts"
import { capital, type Format, type WordsOf } from "../words.ts"

type Of<Values extends readonly string[]> = Record<Values[number], string>

const causeNames: Of<typeof joinedCauses> = {
  host: "host",
  address: "address",
  certificate: "certificate",
  resolver: "resolver",
  class: "failures of the kind",
  merged: "one problem, as somebody decided",
  parent: "the same parent",
  monitor: "the same monitor",
  slo: "the same SLO",
  mass: "most monitors failing at once",
  other: "one cause",
}

const tries: Of<typeof retries> = {
  evaluation: "",
  new_connection: " over a new connection",
  ipv4: " over IPv4 instead of IPv6",
  ipv6: " over IPv6 instead of IPv4",
}

const burns: Of<typeof burnDecisions> = {
  fired: "Error budget burns too fast",
  reopened: "Error budget burns too fast again",
  cleared: "Burn rate fell below the limit",
  silenced: "No alert for the burn rate",
}

const changes: Record<(typeof alertChanges)[number], (state: string, about: string) => string> = {
  acknowledged: () => "Acknowledged",
  unacknowledged: () => "Acknowledgement withdrawn",
  escalated: () => "Next step run early",
  resolved: () => "Resolved",
  reopened: () => "Reopened",
  state_set: (state) => `State set to “${state}”`,
  monitor_muted: () => "Monitor muted",
  monitor_unmuted: () => "Monitor unmuted",
  monitor_paused: () => "Monitor paused",
  monitor_resumed: () => "Monitor resumed",
  slo_muted: () => "SLO muted",
  slo_unmuted: () => "SLO unmuted",
  snoozed: () => "Snoozed",
  unsnoozed: () => "Snooze ended",
  assigned: (_state, about) => `Assigned to ${about}`,
  unassigned: () => "Assigned to nobody",
  merged: (_state, about) => `Merged into alert ${about}`,
  absorbed: (_state, about) => `Alert ${about} merged into it`,
  split: (_state, about) => `Split from alert ${about}`,
  noted: () => "Note",
  paged: (_state, about) => `${about} paged`,
}

const effects: Of<typeof pagingEffects> = {
  continues: "Paging continues",
  stops: "Paging stops",
  stops_unchecked: "Nothing is checked, and paging stops",
  restarts: "Paging restarts if it does not recover",
}

const states: Of<typeof messageStates> = {
  accepted: "accepted",
  delivered: "delivered",
  placed: "placed",
  failed: "failed",
  not_sent: "not sent",
  sending: "is being sent",
  retried: "is retried",
}

const cancels: Of<typeof cancelReasons> = {
  muted: "The monitor was muted first.",
  paused: "The monitor was paused first.",
  merged: "The alert was merged into another first.",
  acknowledged: "Somebody acknowledged the alert first.",
  resolved: "The alert was resolved first.",
  not_needed: "It was no longer needed.",
}

const deleted = "a deleted account"
const lasting = (ms: number, { duration }: Format): string =>
  ms < 1000 ? "less than 1 s" : duration(ms)

const stepName = ({ round, ruleOrder }: { round: number; ruleOrder: number }): string =>
  `${ruleOrder === 0 ? "Owners and admins" : `Step ${ruleOrder}`}${round === 1 ? "" : `, round ${round}`}`

type Message = { channel: string; recipient: string | null; isPerson: boolean }
const messageName = ({ channel, recipient, isPerson }: Message): string =>
  `${capital(channel)} to ${isPerson ? (recipient ?? deleted) : `channel ${recipient ?? "(deleted)"}`}`

const namesOf = (people: readonly (string | null)[], { and }: Format): string =>
  and(people.map((one) => one ?? deleted))

export const timeline: WordsOf<typeof timelineCodes> = {
  check_failed: ({ isDegraded }) => (isDegraded ? "Check degraded" : "Check failed"),
  check_failed_again: () => "Check failed again",
  more_failed_between: ({ count }) => `${count} more failed in between.`,
  second_check_failed: () => "Second check failed too",
  tried_again: ({ how, cause }, { say }) => `Tried again${tries[how]}: ${say(cause)}`,
  own_network: ({ isUp }) => (isUp ? "Our network was up" : "Our network was down"),
  threshold_reached: ({ count, failureThreshold }) =>
    `Failure threshold reached: ${count} of ${failureThreshold}`,
  no_alert: () => "No alert",
  alerts_suppressed: () => "Alerts were suppressed at the time.",
  incident_declared: ({ number }) => `Incident #${number} declared`,
  alert_raised: ({ number }) => `Alert #${number} raised`,
  monitor_is_down: ({ monitor, since }, { moment }) =>
    `${monitor ?? "The monitor"} is ${since === null ? "degraded; a degraded monitor raises an alert without an incident" : `offline, dated back to ${moment(since)}`}.`,
  failed_again: () => "Failed again: alert reopened",
  same_outage: () =>
    "It failed within the flap window, so it is the same outage and nobody is paged twice for it.",
  flapped: ({ outages }, { count }) => `Flapped: ${count(outages, "more outage", "more outages")}`,
  flapped_until: ({ at }, { moment }) =>
    `Until ${moment(at)}, each within the flap window of the one before.`,
  outages_because: ({ outages, cause }, { say, count }) =>
    `${count(outages, "outage", "outages")}: ${say(cause)}`,
  recovered_after: ({ ms }, format) =>
    ms === null ? "Recovered" : `Recovered after ${lasting(ms, format)}`,
  up_since: ({ at }, { moment }) => `Up since ${moment(at)}.`,
  alert_state_kept: () => "A person set the alert's state, so it is kept.",
  burn_decided: ({ decision }) => burns[decision],
  alert_changed({ change, actor, isKey, client, state, about }) {
    const who = actor === null ? "somebody" : isKey ? `key “${actor}”` : actor
    return `${changes[change](state ?? "another", about ?? deleted)} by ${who}${client === null ? "" : ` (${client})`}`
  },
  paging_goes: ({ effect, until }, { moment }) =>
    `${effects[effect]}${until === null ? "" : ` until ${moment(until)}`}.`,
  note_says: ({ text }) => text,
  people_paged: ({ people }, format) =>
    people.length === 0 ? "Nobody was reached" : `Paged ${namesOf(people, format)}`,
  paged_by_person: ({ by, note }) =>
    note === null ? `${by} asks for help.` : `${by} asks for help: ${note}`,
  acknowledged_together: ({ number }) => `Together with alert #${number}, which pages for it.`,
  alert_resolved: ({ incident }) =>
    incident === null ? "Alert resolved" : `Alert and incident #${incident} resolved`,
  monitor_recovered: () => "The monitor recovered.",
  not_paged_itself: () => "Not paged on its own",
  paged_by_alert({ number, causes }, { list }) {
    const names = causes.map(({ kind, value }) => [causeNames[kind], value].join(" ").trim())
    const why = names.length === 0 ? causeNames.other : list(names)
    return `Alert #${number} pages for it: both have to do with ${why}.`
  },
  no_policy: () => "No on-call policy",
  admins_without_policy: () =>
    "Neither the monitor nor the project has a policy, so owners and admins are paged.",
  policy_started: ({ policy }) => `Policy “${policy}” started`,
  most_monitors_failed: ({ failed, checked, minutes, waitSeconds }) =>
    `${failed} of ${checked} monitors failed within ${minutes === 1 ? "a minute" : `${minutes} minutes`}; check your own network first. The first page waits for proof of our own network, at most ${waitSeconds} s.`,
  step_paged: ({ people, ...step }, format) =>
    people.length === 0
      ? `${stepName(step)} reached nobody`
      : `${stepName(step)}: paged ${namesOf(people, format)}`,
  no_answer: ({ ms }, format) => `No answer in ${lasting(ms, format)}`,
  not_paged_at_once: ({ name }) => `${name ?? "The recipient"} is not paged at once`,
  waits_for_digest: ({ at }, { moment }) =>
    `Low urgency goes into the daily digest at ${moment(at)}.`,
  waits_for_quiet_hours: ({ at }, { moment }) => `Quiet hours last until ${moment(at)}.`,
  message_state({ state, ms, attempts, ...message }, format) {
    const after = attempts > 1 ? ` after ${attempts} attempts` : ""
    return `${messageName(message)} ${states[state]}${ms === null ? "" : ` in ${lasting(ms, format)}`}${after}`
  },
  provider_confirmed: ({ at }, { moment }) => `The provider confirmed it at ${moment(at)}.`,
  provider_not_confirmed: () => "The provider has not confirmed the delivery.",
  message_cancelled: ({ why }) => cancels[why],
  attempt_failed: ({ attempt, error, nextAt }, { say, moment }) =>
    `Attempt ${attempt} failed: ${error.length === 0 ? "no reason was given." : say(error)} Next attempt at ${moment(nextAt)}.`,
  target_failed: ({ error, ...message }, { say }) => `${messageName(message)}: ${say(error)}`,
  paging_paused: () => "Paging is paused",
  paging_stopped: () => "Paging is stopped",
  reopened_by_person: () => "A person reopened the alert, so nobody is paged.",
  stopped_until_resumed: () => "Nobody is paged until the monitor is resumed.",
  no_step_left: () => "No step is left",
  no_message_accepted: () => "No message has been accepted so far.",
  messages_accepted: ({ people }, format) =>
    `Messages to ${namesOf(people, format)} were accepted, and nobody has acknowledged the alert yet.`,
  nobody_could_be_reached: () => "Nobody could be reached",
  lead_reached_nobody: ({ number }) =>
    `Every message about alert #${number}, which pages for it, failed.`,
  no_admin_reachable: () => "No owner or admin has a way to be paged.",
  tried_until_reached: () =>
    "It is tried again until somebody is reached or acknowledges the alert.",
  message_due: (message) => messageName(message),
  step_due({ targets, ...step }, { and }) {
    const whom = targets.map(({ name, channels: [first, ...others], isDigest }) => {
      const who = name ?? deleted
      if (isDigest) return `${who} in the daily digest`
      return first === undefined ? who : `${who} by ${[first, ...others].join(", then ")}`
    })
    return whom.length === 0
      ? `${stepName(step)} reaches nobody`
      : `${stepName(step)} pages ${and(whom)}`
  },
  paging_restarts_then: () => "Paging restarts then.",
  outage_declared_again: () => "The outage is declared again",
  must_recover_by_then: () => "A person resolved it, and the monitor must recover by then.",
}
