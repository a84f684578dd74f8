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
import type { Format, WordsOf } from "../words.ts"

type Of<Values extends readonly string[]> = Record<Values[number], string>

const causeNames: Of<typeof joinedCauses> = {
  host: "Host",
  address: "Adresse",
  certificate: "Zertifikat",
  resolver: "Nameserver",
  class: "Fehler der Art",
  merged: "ein Problem, wie jemand entschieden hat",
  parent: "derselbe übergeordnete Monitor",
  monitor: "derselbe Monitor",
  slo: "dasselbe SLO",
  mass: "Ausfall der meisten Monitore zugleich",
  other: "eine Ursache",
}

const tries: Of<typeof retries> = {
  evaluation: "",
  new_connection: " über eine neue Verbindung",
  ipv4: " über IPv4 statt IPv6",
  ipv6: " über IPv6 statt IPv4",
}

const burns: Of<typeof burnDecisions> = {
  fired: "Das Fehlerbudget wird zu schnell verbraucht",
  reopened: "Das Fehlerbudget wird wieder zu schnell verbraucht",
  cleared: "Der Verbrauch sank unter die Grenze",
  silenced: "Kein Alarm für den Verbrauch",
}

const changes: Record<(typeof alertChanges)[number], (state: string, about: string) => string> = {
  acknowledged: () => "Bestätigt",
  unacknowledged: () => "Bestätigung zurückgenommen",
  escalated: () => "Nächste Stufe vorgezogen",
  resolved: () => "Gelöst",
  reopened: () => "Wieder geöffnet",
  state_set: (state) => `Zustand „${state}“ gesetzt`,
  monitor_muted: () => "Monitor stummgeschaltet",
  monitor_unmuted: () => "Stummschaltung des Monitors aufgehoben",
  monitor_paused: () => "Monitor pausiert",
  monitor_resumed: () => "Monitor fortgesetzt",
  slo_muted: () => "SLO stummgeschaltet",
  slo_unmuted: () => "Stummschaltung des SLO aufgehoben",
  snoozed: () => "Zurückgestellt",
  unsnoozed: () => "Zurückstellung beendet",
  assigned: (_state, about) => `${about} zugewiesen`,
  unassigned: () => "Zuweisung aufgehoben",
  merged: (_state, about) => `Mit Alarm ${about} zusammengeführt`,
  absorbed: (_state, about) => `Alarm ${about} aufgenommen`,
  split: (_state, about) => `Von Alarm ${about} getrennt`,
  noted: () => "Notiz",
  paged: (_state, about) => `${about} gerufen`,
}

const effects: Of<typeof pagingEffects> = {
  continues: "Die Benachrichtigung läuft weiter",
  stops: "Die Benachrichtigung endet",
  stops_unchecked: "Nichts wird geprüft, und die Benachrichtigung endet",
  restarts: "Die Benachrichtigung beginnt neu, wenn sich nichts bessert",
}

const states: Of<typeof messageStates> = {
  accepted: "angenommen",
  delivered: "zugestellt",
  placed: "gewählt",
  failed: "gescheitert",
  not_sent: "nicht gesendet",
  sending: "wird gesendet",
  retried: "wird wiederholt",
}

const cancels: Of<typeof cancelReasons> = {
  muted: "Der Monitor wurde vorher stummgeschaltet.",
  paused: "Der Monitor wurde vorher pausiert.",
  merged: "Der Alarm wurde vorher mit einem anderen zusammengeführt.",
  acknowledged: "Jemand hat den Alarm vorher bestätigt.",
  resolved: "Der Alarm wurde vorher gelöst.",
  not_needed: "Sie war nicht mehr nötig.",
}

/** Other nouns are names of products. */
const channels: Readonly<Record<string, string>> = {
  "e-mail": "E-Mail",
  call: "Anruf",
  "push notification": "Push-Nachricht",
}
const channelName = (noun: string): string => channels[noun] ?? noun

const deleted = "ein gelöschtes Konto"
const lasting = (ms: number, { duration }: Format): string =>
  ms < 1000 ? "weniger als 1 s" : duration(ms)

const stepName = ({ round, ruleOrder }: { round: number; ruleOrder: number }): string =>
  `${ruleOrder === 0 ? "Inhaber und Admins" : `Stufe ${ruleOrder}`}${round === 1 ? "" : `, Runde ${round}`}`

type Message = { channel: string; recipient: string | null; isPerson: boolean }
const messageName = ({ channel, recipient, isPerson }: Message): string =>
  `${channelName(channel)} an ${isPerson ? (recipient ?? deleted) : `Kanal ${recipient ?? "(gelöscht)"}`}`

const namesOf = (people: readonly (string | null)[], { and }: Format): string =>
  and(people.map((one) => one ?? deleted))

export const timeline: WordsOf<typeof timelineCodes> = {
  check_failed: ({ isDegraded }) =>
    isDegraded ? "Prüfung beeinträchtigt" : "Prüfung fehlgeschlagen",
  check_failed_again: () => "Prüfung erneut fehlgeschlagen",
  more_failed_between: ({ count }) => `Dazwischen scheiterten ${count} weitere.`,
  second_check_failed: () => "Zweite Prüfung auch fehlgeschlagen",
  tried_again: ({ how, cause }, { say }) => `Erneut versucht${tries[how]}: ${say(cause)}`,
  own_network: ({ isUp }) => (isUp ? "Unser Netz war in Ordnung" : "Unser Netz war ausgefallen"),
  threshold_reached: ({ count, failureThreshold }) =>
    `Schwelle für einen Ausfall erreicht: ${count} von ${failureThreshold}`,
  no_alert: () => "Kein Alarm",
  alerts_suppressed: () => "Alarme waren zu der Zeit unterdrückt.",
  incident_declared: ({ number }) => `Vorfall #${number} gemeldet`,
  alert_raised: ({ number }) => `Alarm #${number} ausgelöst`,
  monitor_is_down: ({ monitor, since }, { moment }) =>
    `${monitor ?? "Der Monitor"} ist ${since === null ? "beeinträchtigt; dafür gibt es einen Alarm ohne Vorfall" : `ausgefallen, zurückdatiert auf ${moment(since)}`}.`,
  failed_again: () => "Erneut fehlgeschlagen: Alarm wieder geöffnet",
  same_outage: () =>
    "Der Fehler trat kurz nach der Wiederherstellung auf. Es ist derselbe Ausfall, und niemand wird zweimal dafür benachrichtigt.",
  flapped: ({ outages }, { count }) =>
    `Instabil: ${count(outages, "weiterer Ausfall", "weitere Ausfälle")}`,
  flapped_until: ({ at }, { moment }) =>
    `Bis ${moment(at)}, jeder kurz nach der Wiederherstellung davor.`,
  outages_because: ({ outages, cause }, { say, count }) =>
    `${count(outages, "Ausfall", "Ausfälle")}: ${say(cause)}`,
  recovered_after: ({ ms }, format) =>
    ms === null ? "Wiederhergestellt" : `Nach ${lasting(ms, format)} wiederhergestellt`,
  up_since: ({ at }, { moment }) => `Erreichbar seit ${moment(at)}.`,
  alert_state_kept: () => "Jemand hat den Zustand des Alarms gesetzt, daher bleibt er.",
  burn_decided: ({ decision }) => burns[decision],
  alert_changed({ change, actor, isKey, client, state, about }) {
    const who = actor === null ? "jemandem" : isKey ? `Schlüssel „${actor}“` : actor
    return `${changes[change](state ?? "anderer", about ?? deleted)} von ${who}${client === null ? "" : ` (${client})`}`
  },
  paging_goes: ({ effect, until }, { moment }) =>
    `${effects[effect]}${until === null ? "" : ` bis ${moment(until)}`}.`,
  note_says: ({ text }) => text,
  people_paged: ({ people }, format) =>
    people.length === 0 ? "Niemand erreicht" : `${namesOf(people, format)} gerufen`,
  paged_by_person: ({ by, note }) =>
    note === null ? `${by} bittet um Hilfe.` : `${by} bittet um Hilfe: ${note}`,
  acknowledged_together: ({ number }) =>
    `Zusammen mit Alarm #${number}, der für diesen benachrichtigt.`,
  alert_resolved: ({ incident }) =>
    incident === null ? "Alarm gelöst" : `Alarm und Vorfall #${incident} gelöst`,
  monitor_recovered: () => "Der Monitor ist wiederhergestellt.",
  not_paged_itself: () => "Keine eigene Benachrichtigung",
  paged_by_alert({ number, causes }, { list }) {
    const names = causes.map(({ kind, value }) => [causeNames[kind], value].join(" ").trim())
    const why = names.length === 0 ? causeNames.other : list(names)
    return `Alarm #${number} benachrichtigt auch für diesen. Gemeinsam: ${why}.`
  },
  no_policy: () => "Keine Richtlinie für die Bereitschaft",
  admins_without_policy: () =>
    "Weder der Monitor noch das Projekt hat eine Richtlinie, daher werden Inhaber und Admins benachrichtigt.",
  policy_started: ({ policy }) => `Richtlinie „${policy}“ gestartet`,
  most_monitors_failed: ({ failed, checked, minutes, waitSeconds }) =>
    `${failed} von ${checked} Monitoren sind innerhalb ${minutes === 1 ? "einer Minute" : `von ${minutes} Minuten`} ausgefallen; prüfen Sie zuerst Ihr eigenes Netz. Die erste Benachrichtigung wartet höchstens ${waitSeconds} s auf einen Beleg für unser eigenes Netz.`,
  step_paged: ({ people, ...step }, format) =>
    people.length === 0
      ? `${stepName(step)}: niemand erreicht`
      : `${stepName(step)}: ${namesOf(people, format)} benachrichtigt`,
  no_answer: ({ ms }, format) => `Keine Antwort in ${lasting(ms, format)}`,
  not_paged_at_once: ({ name }) => `${name ?? "Der Empfänger"} wird nicht sofort benachrichtigt`,
  waits_for_digest: ({ at }, { moment }) =>
    `Niedrige Dringlichkeit kommt in die tägliche Übersicht am ${moment(at)}.`,
  waits_for_quiet_hours: ({ at }, { moment }) => `Die Ruhezeit dauert bis ${moment(at)}.`,
  message_state({ state, ms, attempts, ...message }, format) {
    const after = attempts > 1 ? ` nach ${attempts} Versuchen` : ""
    return `${messageName(message)} ${states[state]}${ms === null ? "" : ` in ${lasting(ms, format)}`}${after}`
  },
  provider_confirmed: ({ at }, { moment }) => `Der Anbieter hat sie am ${moment(at)} bestätigt.`,
  provider_not_confirmed: () => "Der Anbieter hat die Zustellung nicht bestätigt.",
  message_cancelled: ({ why }) => cancels[why],
  attempt_failed: ({ attempt, error, nextAt }, { say, moment }) =>
    `Versuch ${attempt} scheiterte: ${error.length === 0 ? "kein Grund ist bekannt." : say(error)} Nächster Versuch am ${moment(nextAt)}.`,
  target_failed: ({ error, ...message }, { say }) => `${messageName(message)}: ${say(error)}`,
  paging_paused: () => "Die Benachrichtigung ruht",
  paging_stopped: () => "Die Benachrichtigung ist beendet",
  reopened_by_person: () =>
    "Jemand hat den Alarm wieder geöffnet, daher wird niemand benachrichtigt.",
  stopped_until_resumed: () => "Niemand wird benachrichtigt, bis der Monitor fortgesetzt wird.",
  no_step_left: () => "Keine Stufe ist übrig",
  no_message_accepted: () => "Bisher wurde keine Nachricht angenommen.",
  messages_accepted: ({ people }, format) =>
    `Nachrichten an ${namesOf(people, format)} wurden angenommen, und noch hat niemand den Alarm bestätigt.`,
  nobody_could_be_reached: () => "Niemand war erreichbar",
  lead_reached_nobody: ({ number }) =>
    `Jede Nachricht zu Alarm #${number}, der für diesen benachrichtigt, scheiterte.`,
  no_admin_reachable: () => "Kein Inhaber oder Admin hat einen Weg, benachrichtigt zu werden.",
  tried_until_reached: () =>
    "Es wird weiter versucht, bis jemand erreicht ist oder den Alarm bestätigt.",
  message_due: (message) => messageName(message),
  step_due({ targets, ...step }, { and }) {
    const whom = targets.map(({ name, channels: kinds, isDigest }) => {
      const who = name ?? deleted
      if (isDigest) return `${who} in der täglichen Übersicht`
      const [first, ...others] = kinds.map(channelName)
      return first === undefined ? who : `${who} per ${[first, ...others].join(", dann ")}`
    })
    return whom.length === 0
      ? `${stepName(step)} erreicht niemanden`
      : `${stepName(step)} benachrichtigt ${and(whom)}`
  },
  paging_restarts_then: () => "Dann beginnt die Benachrichtigung neu.",
  outage_declared_again: () => "Der Ausfall wird erneut gemeldet",
  must_recover_by_then: () =>
    "Jemand hat ihn gelöst, und der Monitor muss bis dahin wiederhergestellt sein.",
}
