import { limits, type Signal } from "./otlp-error.ts"

/** Why a record is not stored. */
export type Reason =
  | "tooOld"
  | "tooNew"
  | "wrongId"
  | "otherSignal"
  | "unnamed"
  | "valueless"
  | "retired"

/** Of one request; `partIds` counts IDs of links and exemplars that are not valid. */
export type Counts = {
  rows: number
  rejected: Map<Reason, number>
  dropped: number
  ruledOut: number
  partIds: number
  unknownMetrics: number
}

/** Values that were stored in another form. */
export type Changes = { clipped: number; tooDeep: number }

const nouns: Record<Signal, string> = { logs: "log record", traces: "span", metrics: "data point" }

const ids = "16 bytes (32 hexadecimal digits) for a trace, 8 (16) for a span, and not all zeros"

/** What the sender should know although its request was answered with 200; null where all is well. */
export function remarkOf(
  signal: Signal,
  { rows, rejected, dropped, ruledOut, partIds, unknownMetrics }: Counts,
  { clipped, tooDeep }: Changes,
  retentionDays: number,
): string | null {
  const noun = nouns[signal]
  const words: Record<Reason, (count: number) => string> = {
    tooOld: (n) => `${are(n, "record")} older than the ${retentionDays} days that are kept`,
    tooNew: (n) => `${are(n, "record")} more than 10 minutes ahead of this server's clock`,
    wrongId: (n) =>
      `${are(n, noun)} rejected because an ID is not valid: it must have ${ids}; in JSON it is not base64`,
    otherSignal: (n) => `${are(n, "record")} rejected because they are not log records`,
    unnamed: (n) => `${are(n, noun)} rejected because the metric has no name`,
    valueless: (n) => `${are(n, noun)} rejected because there is no value`,
    retired: (n) =>
      `${are(n, noun)} rejected because the form (int_gauge, labels, …) was removed from OTLP in 2021: update the sender`,
  }
  const said = [
    ...[...rejected].map(([reason, count]) => words[reason](count)),
    unknownMetrics > 0 ? `${are(unknownMetrics, "metric")} without data of a known kind` : "",
    dropped > 0
      ? `${dropped} attributes, events, links or exemplars over the limit of ${limits.parts} were dropped`
      : "",
    partIds > 0 ? `${are(partIds, "ID")} missing or not valid in links or exemplars` : "",
    clipped > 0 ? `${are(clipped, "value")} cut at the limit` : "",
    tooDeep > 0
      ? `${tooDeep} values nested deeper than ${limits.depth} levels or larger than 1 MiB were replaced by "…"`
      : "",
  ].filter((one) => one !== "")
  if (said.length === 0 && rows + ruledOut === 0) {
    said.push(`Nothing was stored: the request has no ${noun}s that this server can find`)
  }
  return said.length === 0 ? null : `${said.join("; ")}.`
}

const are = (number: number, noun: string): string =>
  number === 1 ? `1 ${noun} is` : `${number} ${noun}s are`
