import type { Command } from "commander"
import type { MonitorInput } from "../graphql/monitoring/monitor/write/monitor-draft.ts"
import { kinds, kindsWith } from "../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import type { Measure } from "../graphql/monitoring/monitor/rules/telemetry-condition.ts"
import { UsageError } from "./command-error.ts"

export type TelemetryOptions = {
  query?: string
  measure?: string
  above?: string
  below?: string
  metric?: string
  instrument?: string
  by?: string
  minutes?: string
  windows?: string
  failing?: string
}

const names = kindsWith("telemetry")
const measuresOfKinds = names
  .map((kind) => `${kind}: ${(kinds[kind].measures ?? []).join(", ")}`)
  .join("; ")

export const addTelemetryOptions = (command: Command): Command =>
  command
    .option("--query <text>", `${names.join(", ")}: what to search for: service:cart level>=error`)
    .option("--measure <measure>", measuresOfKinds)
    .option("--above <value>", "fails if the measure is above this")
    .option("--below <value>", "fails if the measure is below this")
    .option("--metric <name>", "metric: its name")
    .option("--instrument <type>", "metric: gauge, sum, histogram, exponential_histogram, summary")
    .option("--by <field>", "measured for each of its values; the worst counts")
    .option("--minutes <minutes>", "length of a window, 1 to 1440 (5)")
    .option("--windows <count>", "windows that are looked at, 1 to 10 (1)")
    .option("--failing <count>", "how many of them must be out of bounds (1)")

/** Undefined where no option is about telemetry. @throws {UsageError} for a bound that is missing or given twice. */
export function readTelemetry(options: TelemetryOptions): MonitorInput["telemetry"] | undefined {
  const { query, measure, above, below, metric, instrument, by, minutes, windows, failing } =
    options
  const all = [query, measure, above, below, metric, instrument, by, minutes, windows, failing]
  if (all.every((one) => one === undefined)) return undefined
  if ((above === undefined) === (below === undefined)) {
    throw new UsageError("Give either --above or --below, with the value to compare with")
  }
  const comparison = above === undefined ? ("below" as const) : ("above" as const)
  const given = {
    query,
    metric,
    instrument,
    by,
    minutes: number(minutes),
    windows: number(windows),
    failing: number(failing),
  }
  return {
    measure: (measure ?? "") as Measure,
    comparison,
    threshold: number(above ?? below) ?? Number.NaN,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}

const number = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : text.trim() === "" ? Number.NaN : Number(text)
