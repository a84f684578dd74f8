import type {
  checkResults,
  outcomes,
  rules,
  pagingSilences,
  subjectNouns,
  verdictCodes,
} from "../codes/verdict.ts"
import type { WordsOf } from "../words.ts"

const nouns: Record<(typeof subjectNouns)[number], string> = {
  incident: "Vorfall",
  alert: "Alarm",
  outage: "Ein Ausfall",
}

const nameOf = ({ noun, number }: { noun: keyof typeof nouns; number: number | null }): string =>
  number === null ? nouns[noun] : `${nouns[noun]} #${number}`

const silences: Record<(typeof pagingSilences)[number], (name: string, span: string) => string> = {
  muted: (_name, span) => `Die Alarme waren${span} stummgeschaltet.`,
  maintenance: (name, span) => `Der Monitor war${span} in Wartung${name}.`,
  parent_down: (name, span) => `Der übergeordnete Monitor${name} war${span} ausgefallen.`,
  snoozed: (name, span) => `Der Alarm${name} ist${span} zurückgestellt.`,
}

const results: Record<(typeof checkResults)[number], string> = {
  passed: "war gut.",
  not_confirmed:
    "scheiterte zuerst, aber ein zweiter Versuch über eine neue Verbindung war erfolgreich.",
  offline: "fand einen Ausfall:",
  degraded: "fand eine Beeinträchtigung:",
  not_allowed: "durfte sich nicht verbinden:",
  undecided: "konnte nicht entscheiden:",
  inconclusive: "war nicht eindeutig.",
  internal_error: "scheiterte an einem internen Fehler:",
}

const ruleNames: Record<(typeof rules)[number], string> = {
  check: "Prüfung",
  "second check": "Zweite Prüfung",
  "own network": "Eigenes Netz",
  threshold: "Schwelle",
  silence: "Stille",
  decision: "Entscheidung",
  gap: "Lücke",
}

const outcomeNames: Record<(typeof outcomes)[number], string> = {
  operational: "in Ordnung",
  degraded: "beeinträchtigt",
  offline: "ausgefallen",
  unknown: "unbekannt",
  confirmed: "bestätigt",
  "not confirmed": "nicht bestätigt",
  up: "erreichbar",
  down: "nicht erreichbar",
  muted: "stummgeschaltet",
  maintenance: "in Wartung",
  parent_down: "übergeordneter Monitor ausgefallen",
  declare: "melden",
  worsen: "verschärfen",
  reopen: "wieder öffnen",
  resolve: "lösen",
}

export const verdict: WordsOf<typeof verdictCodes> = {
  rule_applied: ({ rule, outcome }) => `${ruleNames[rule]}: ${outcomeNames[outcome]}`,
  assertions_passed: () => "Alle Bedingungen waren erfüllt.",
  first_attempt: ({ cause }, { say }) =>
    `Erster Versuch: ${cause.length === 0 ? "kein Fehler" : say(cause)}`,
  anchors_answered: ({ reached, of }) =>
    `${reached} von ${of} Vergleichsadressen antworteten um den entscheidenden Versuch herum.`,
  good_checks_in_row: ({ count: good, recoveryThreshold, isAtLeast }, { count }) =>
    `${isAtLeast ? "Mindestens " : ""}${count(good, "gute Prüfung", "gute Prüfungen")} hintereinander; die Schwelle für die Wiederherstellung ist ${recoveryThreshold}.`,
  failures_in_row: ({ count: failed, offline, failureThreshold }) =>
    `${failed} Fehler hintereinander, davon ${offline} ausgefallen; die Schwelle für einen Ausfall ist ${failureThreshold}.`,
  no_check_between({ from, to, intervalSeconds }, { moment }) {
    const span = to === null ? `seit ${moment(from)}` : `von ${moment(from)} bis ${moment(to)}`
    return `Keine Prüfung ${span}, obwohl alle ${intervalSeconds} s eine fällig ist.`
  },
  no_check: () => "Es lief keine Prüfung.",
  monitor_paused: () => "Der Monitor wurde pausiert.",
  monitor_muted: () => "Alarme dieses Monitors sind stummgeschaltet.",
  monitor_in_maintenance: () => "Dieser Monitor ist in Wartung.",
  parent_offline: () => "Der übergeordnete Monitor ist ausgefallen; der Alarm wird dort ausgelöst.",
  outage_declared: () => "Ein neuer Ausfall wurde gemeldet.",
  outage_worsened: () =>
    "Der beeinträchtigte Monitor fiel ganz aus; ein dringenderer Alarm wurde ausgelöst.",
  outage_reopened: () =>
    "Er fiel kurz nach der Wiederherstellung erneut aus; derselbe Vorfall wurde wieder geöffnet.",
  outage_ended: () => "Der Ausfall endete.",
  outage_replaced: () =>
    "Der beeinträchtigte Monitor fiel wieder aus; der Ausfall ersetzt diese Störung.",
  alert_replaced: () => "Der Monitor fiel aus: Der Alarm des Vorfalls ersetzt diesen.",
  recovered: () => "Wiederhergestellt.",
  no_reason_recorded: () => "Kein Grund ist bekannt.",
  silenced({ effect, kind, name, since, until }, { moment }) {
    const what = effect === "alert" ? "Kein Alarm" : "Niemand wird jetzt benachrichtigt"
    const began = since === null || kind !== "parent_down" ? "" : ` seit ${moment(since)}`
    const span = `${began}${until === null ? "" : ` bis ${moment(until)}`}`
    return `${what}: ${silences[kind](name === null ? "" : ` „${name}“`, span)}`
  },
  monitor_was_down({ monitor, isDegraded, since, cause }, { say, moment }) {
    const began = since === null ? "" : ` seit ${moment(since)}`
    return `${monitor} war${began} ${isDegraded ? "beeinträchtigt" : "ausgefallen"}: ${say(cause)}`
  },
  second_check: ({ isConfirmed, at, address }, { moment }) =>
    `Eine zweite Prüfung ${address === null ? `(${moment(at)})` : `über eine neue Verbindung (${moment(at)} zu ${address})`} ${isConfirmed ? "scheiterte auch" : "war erfolgreich"}.`,
  subject_opened({ how, at, afterMs, resolvedAt, ...of }, { moment, duration }) {
    const done = {
      declared: "gemeldet",
      reopened: "wieder geöffnet, kurz nach der Wiederherstellung",
      worsened: "gemeldet, weil ein beeinträchtigter Monitor ausfiel",
      resolved: "gelöst",
    }[how]
    const after = afterMs === null ? "" : `, ${duration(afterMs)} nach dem Beginn`
    const end = resolvedAt === null ? "" : `, und am ${moment(resolvedAt)} gelöst`
    return `${nameOf(of)} wurde am ${moment(at)} ${done}${after}${end}.`
  },
  opened_by_person: ({ at, ...of }, { moment }) =>
    `${nameOf(of)} wurde am ${moment(at)} durch einen Menschen gemeldet, nicht durch eine Prüfung.`,
  check_found: ({ at, result, cause }, { moment, say }) =>
    `Die Prüfung am ${moment(at)} ${results[result]} ${say(cause)}`.trimEnd(),
  previous_check: ({ at, intervalSeconds }, { moment }) =>
    `${at === null ? "Bis dahin lief keine Prüfung" : `Die vorige Prüfung begann am ${moment(at)}`}, obwohl alle ${intervalSeconds} s eine fällig war.`,
  next_check: ({ at }, { moment }) =>
    at === null ? "Seitdem lief keine Prüfung." : `Die nächste Prüfung begann am ${moment(at)}.`,
  first_check_not_due: ({ since }, { moment }) =>
    `Der Monitor wurde erst seit ${moment(since)} überwacht; seine erste Prüfung war noch nicht fällig.`,
  monitor_created: ({ at }, { moment }) => `Der Monitor wurde am ${moment(at)} angelegt.`,
  monitor_was_paused: ({ from, until }, { moment }) =>
    `Der Monitor war ab ${moment(from)}${until === null ? "" : ` bis ${moment(until)}`} pausiert.`,
  subject_was_open: ({ at, ...of }, { moment }) =>
    `${nameOf(of)} wurde am ${moment(at)} gemeldet und war noch offen.`,
  subject_declared: ({ at, ...of }, { moment }) => `${nameOf(of)} wurde am ${moment(at)} gemeldet.`,
}
