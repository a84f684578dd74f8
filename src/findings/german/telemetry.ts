import type { telemetryCodes, TelemetryMeasure } from "../codes/telemetry.ts"
import type { Format, WordsOf } from "../words.ts"

type Unit = (figure: string, isOne: boolean) => string

const counted =
  (one: string, many: string): Unit =>
  (figure, isOne) =>
    `${figure} ${isOne ? one : many}`
const after =
  (unit: string): Unit =>
  (figure) =>
    `${figure}${unit}`

const units: Record<TelemetryMeasure, Unit> = {
  records: counted("Logeintrag", "Logeinträge"),
  new_patterns: counted("neue Logmeldung", "neue Logmeldungen"),
  calls: counted("Span", "Spans"),
  error_percent: after(" % Fehler"),
  duration_p95: after(" ms (p95)"),
  points: counted("Datenpunkt", "Datenpunkte"),
  avg: after(" (Durchschnitt)"),
  min: after(" (Minimum)"),
  max: after(" (Maximum)"),
  sum: after(" (Summe)"),
  rate: after("/s"),
  increase: after(" (Zunahme)"),
  p50: after(" (p50)"),
  p75: after(" (p75)"),
  p90: after(" (p90)"),
  p95: after(" (p95)"),
  p99: after(" (p99)"),
}

const inUnit = (value: number, measure: TelemetryMeasure, { figure }: Format): string =>
  units[measure](figure(value), value === 1)

type Bound = { comparison: "above" | "below"; threshold: number }

const inBound = ({ comparison, threshold }: Bound, { figure }: Format): string =>
  `${comparison === "above" ? "höchstens" : "mindestens"} ${figure(threshold)}`

export const telemetry: WordsOf<typeof telemetryCodes> = {
  telemetry_condition_failed(
    { measure, comparison, threshold, count, value, metric, group, example, ...over },
    format,
  ) {
    const { minutes, failing, windows, neededWindows } = over
    const isAbove = comparison === "above"
    const seen = value ?? count
    const got =
      seen === null
        ? `${isAbove ? "mehr" : "weniger"} als ${inUnit(threshold, measure, format)}`
        : inUnit(seen, measure, format)
    const of = metric === null ? "" : ` von ${metric}`
    const whose = group === null ? "" : ` für ${group}`
    const bound = inBound({ comparison, threshold }, format)
    const often = windows === 1 ? "" : `, in ${failing} von ${windows} Zeitfenstern`
    const needed = neededWindows > 1 ? ` (${neededWindows} gelten als Ausfall)` : ""
    const first = example === null ? "" : ` Beispiel: ${example}`
    return `Erhalten: ${got}${of}${whose} in ${minutes} min, erwartet: ${bound}${often}${needed}.${first}`
  },
  expects_bound: inBound,
  saw_window({ measure, isFailing, count, value, group, rows, ...bound }, format) {
    const seen = value ?? count
    const got =
      seen === null
        ? `${isFailing ? "nicht " : ""}${inBound(bound, format)}`
        : inUnit(seen, measure, format)
    const whose = group === null ? "" : ` für ${group}`
    return `${got}${whose}, ${format.count(rows, "Zeile", "Zeilen")}`
  },
  saw_no_data: () => "keine Daten",
  check_skipped: ({ why }, { say }) => `Übersprungen: ${say(why)}`,
  no_data({ metric, query, minutes }) {
    const of = metric === null ? "" : ` von ${metric}`
    return `keine Daten${of}${query === "" ? "" : ` zu ${query}`} in den letzten ${minutes} min.`
  },
  telemetry_store_recovering: () =>
    "Der Telemetrie-Speicher antwortet erst seit weniger als einer Minute.",
  telemetry_store_late: () => "Der Telemetrie-Speicher antwortet nicht rechtzeitig.",
  telemetry_store_unavailable: () => "Der Telemetrie-Speicher antwortet nicht.",
  telemetry_store_not_started: () =>
    "Der Telemetrie-Speicher läuft nicht; er startet mit den ersten Daten.",
  query_too_expensive: () =>
    "Die Abfrage liest zu viel. Nennen Sie einen Dienst oder verkürzen Sie die Zeitfenster.",
  query_invalid: ({ error }) => `${error}.`,
  telemetry_unreadable: () => "Dieser Prober kann keine Telemetrie lesen.",
}
