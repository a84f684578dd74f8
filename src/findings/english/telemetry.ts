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
  records: counted("log record", "log records"),
  new_patterns: counted("new log message", "new log messages"),
  calls: counted("span", "spans"),
  error_percent: after("% errors"),
  duration_p95: after(" ms (p95)"),
  points: counted("data point", "data points"),
  avg: after(" (avg)"),
  min: after(" (min)"),
  max: after(" (max)"),
  sum: after(" (sum)"),
  rate: after("/s"),
  increase: after(" (increase)"),
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
  `${comparison === "above" ? "at most" : "at least"} ${figure(threshold)}`

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
        ? `${isAbove ? "more" : "less"} than ${inUnit(threshold, measure, format)}`
        : inUnit(seen, measure, format)
    const of = metric === null ? "" : ` of ${metric}`
    const whose = group === null ? "" : ` for ${group}`
    const bound = inBound({ comparison, threshold }, format)
    const often = windows === 1 ? "" : `, in ${failing} of ${windows} windows`
    const needed = neededWindows > 1 ? ` (${neededWindows} are a failure)` : ""
    const first = example === null ? "" : ` First: ${example}`
    return `Got ${got}${of}${whose} in ${minutes} min, expected ${bound}${often}${needed}.${first}`
  },
  expects_bound: inBound,
  saw_window({ measure, isFailing, count, value, group, rows, ...bound }, format) {
    const seen = value ?? count
    const got =
      seen === null
        ? `${isFailing ? "not " : ""}${inBound(bound, format)}`
        : inUnit(seen, measure, format)
    const whose = group === null ? "" : ` for ${group}`
    return `${got}${whose}, ${format.count(rows, "row", "rows")}`
  },
  saw_no_data: () => "no data",
  check_skipped: ({ why }, { say }) => `Skipped: ${say(why)}`,
  no_data({ metric, query, minutes }) {
    const of = metric === null ? "" : ` of ${metric}`
    return `no data${of} matched ${query === "" ? "in" : `${query} in`} the last ${minutes} min.`
  },
  telemetry_store_recovering: () => "The telemetry store did not answer until a minute ago.",
  telemetry_store_late: () => "The telemetry store did not answer in time.",
  telemetry_store_unavailable: () =>
    "The telemetry store does not answer. Try again in a few seconds.",
  telemetry_store_not_started: () =>
    "The telemetry store is not running: it starts with the first data.",
  query_too_expensive: () => "The query reads too much: add a service or shorten the windows.",
  query_invalid: ({ error }) => `${error}.`,
  telemetry_unreadable: () => "This prober cannot read telemetry.",
}
