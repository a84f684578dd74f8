import type { verdictCodes } from "../codes/verdict.ts"
import type { WordsOf } from "../words.ts"

export const verdict: WordsOf<typeof verdictCodes> = {
  assertions_passed: () => "Alle Bedingungen waren erfüllt.",
  first_attempt: ({ cause }, { say }) =>
    `Erster Versuch: ${cause.length === 0 ? "kein Fehler" : say(cause)}`,
  anchors_answered: ({ reached, of }) =>
    `${reached} von ${of} Vergleichsadressen antworteten um den entscheidenden Versuch herum.`,
  good_checks_in_row: ({ count, recoveryThreshold, isAtLeast }) =>
    `${isAtLeast ? "Mindestens " : ""}${count} gute Prüfungen hintereinander; die Schwelle für die Wiederherstellung ist ${recoveryThreshold}.`,
  failures_in_row: ({ count, offline, failureThreshold }) =>
    `${count} Fehler hintereinander, davon ${offline} ausgefallen; die Schwelle für einen Ausfall ist ${failureThreshold}.`,
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
}
