import type {
  ignoredReasons,
  refusedReasons,
  repeatedStates,
  sourceCodes,
} from "../codes/source.ts"
import type { WordsOf } from "../words.ts"

const repeated: Record<(typeof repeatedStates)[number], (alert: string) => string> = {
  triggered: (alert) => `Nicht erneut alarmiert: Duplikat von ${alert}, der offen ist.`,
  acknowledged: (alert) => `Nicht alarmiert: Duplikat von ${alert}, der bestätigt ist.`,
  snoozed: (alert) => `Nicht alarmiert: Duplikat von ${alert}, der zurückgestellt ist.`,
}

const states: Record<(typeof repeatedStates)[number], string> = {
  triggered: "offen",
  acknowledged: "bestätigt",
  snoozed: "zurückgestellt",
}

const ignored: Record<(typeof ignoredReasons)[number], (alert: string) => string> = {
  no_alert: () =>
    "Nichts geändert: Kein offener Alarm dieser Quelle hat den Deduplizierungsschlüssel.",
  already_acknowledged: (alert) => `Nichts geändert: ${alert} ist schon bestätigt.`,
  state_set: (alert) => `Nicht gelöst: Der Status von ${alert} wurde von Hand gesetzt.`,
  older: (alert) => `Nicht gelöst: Das Ereignis ist älter als das, was ${alert} ausgelöst hat.`,
}

const refused: Record<(typeof refusedReasons)[number], string> = {
  previous_key: "Abgelehnt: mit dem Schlüssel von vor dem letzten Wechsel gesendet.",
  disabled: "Abgelehnt: Die Quelle ist deaktiviert.",
  unreadable: "Abgelehnt: Der Inhalt ist nicht lesbar.",
  too_large: "Abgelehnt: Der Inhalt ist größer als 1 MiB.",
  rate_limited: "Abgelehnt: zu viele Anfragen.",
}

export const source: WordsOf<typeof sourceCodes> = {
  alert_from_source: ({ summary }) => summary,
  source_test_alert: ({ source }) => `Testalarm von ${source}`,
  source_reported({ source, severity, affected }) {
    const place = affected === null ? "" : ` auf ${affected}`
    return severity === null
      ? `${source} hat ein Problem${place} gemeldet.`
      : `${source} hat ein Problem${place} mit dem Schweregrad ${severity} gemeldet.`
  },
  reported_again: ({ count: n }, { count }) =>
    `${count(n, "weiteres Mal", "weitere Male")} gemeldet`,
  not_paged_as_duplicate: ({ state, until }, { moment }) =>
    state === "triggered"
      ? `Nicht erneut alarmiert: Duplikate dieses Alarms. Das letzte kam ${moment(until)}.`
      : `Nicht alarmiert: Duplikate dieses Alarms, der ${states[state]} ist. Das letzte kam ${moment(until)}.`,
  source_deleted: () => "Die Quelle wurde gelöscht.",
  event_raised: ({ number }) => `Alarm #${number} wurde ausgelöst.`,
  event_repeated: ({ number, state }) => repeated[state](`Alarm #${number}`),
  event_acknowledged: ({ number }) => `Alarm #${number} wurde bestätigt.`,
  event_resolved: ({ number }) => `Alarm #${number} wurde gelöst.`,
  event_ignored: ({ number, why }) => ignored[why](`Alarm #${number ?? ""}`),
  change_event_recorded: ({ summary }) => `Änderung: ${summary}. Sie alarmiert niemanden.`,
  more_events: ({ count: n }, { count }) =>
    `Und ${count(n, "weiteres Ereignis", "weitere Ereignisse")}.`,
  request_refused: ({ why, errors }) => `${refused[why]} ${errors.join("; ")}`.trim(),
}
