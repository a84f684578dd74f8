import type { Store } from "../../store/store.ts"
import { metricTable } from "../metrics/metric-table.ts"
import { isLogMeasure, isSpanMeasure, type Condition } from "./condition.ts"
import { measureWindows, type Measured } from "./measure-windows.ts"
import { readWatermark } from "./read-watermark.ts"

/** One window; `value` is the worst of its groups, null without data. */
export type JudgedWindow = {
  from: Date
  to: Date
  rows: number
  value: number | null
  label: string
  isFailing: boolean
  example: string | null
}

export type Evaluation = {
  /** The last one first. */
  windows: JudgedWindow[]
  /** In all windows. */
  rows: number
  /** Null if no window has data to evaluate. */
  isFailing: boolean | null
}

/** Without rows these are zero; all other values do not exist then. */
const counted = new Set<Condition["measure"]>(["records", "new_patterns", "calls", "points"])

/** The table of a condition, and its column of time. */
export function sourceOf({ measure, instrument }: Condition): { table: string; time: string } {
  if (isLogMeasure(measure)) return { table: "otel_logs", time: "Timestamp" }
  if (isSpanMeasure(measure)) return { table: "otel_traces", time: "Timestamp" }
  return { table: metricTable(instrument ?? "gauge"), time: "TimeUnix" }
}

/**
 * Evaluates a condition over windows that end where telemetry has arrived.
 *
 * @throws {QueryFault}
 */
export async function evaluateCondition(
  store: Store,
  projectId: string,
  condition: Condition,
  now: Date,
): Promise<Evaluation> {
  const until = await readWatermark(store, { projectId, now, ...sourceOf(condition) })
  return judgeWindows(condition, await measureWindows(store, projectId, condition, until), until)
}

function judgeWindows(
  condition: Condition,
  measured: readonly Measured[],
  until: Date,
): Evaluation {
  const windows = listWindows(condition, measured, until)
  const failing = windows.filter(({ isFailing }) => isFailing).length
  const hasData = windows.some(({ value }) => value !== null)
  return {
    windows,
    rows: windows.reduce((sum, { rows }) => sum + rows, 0),
    isFailing: hasData ? failing >= condition.failing : null,
  }
}

/** The windows of a condition that end at `until`, the last one first. */
export function listWindows(
  condition: Condition,
  measured: readonly Measured[],
  until: Date,
): JudgedWindow[] {
  const lengthMs = condition.minutes * 60_000
  const found = Map.groupBy(measured, ({ at }) => at)
  const labels = condition.by === null ? [""] : [...new Set(measured.map(({ label }) => label))]
  return Array.from({ length: condition.windows }, (_, at) => {
    const to = new Date(until.getTime() - at * lengthMs)
    const from = new Date(to.getTime() - lengthMs)
    return { from, to, ...worstOf(condition, found.get(at) ?? [], labels) }
  })
}

function worstOf(
  { comparison, threshold, measure }: Condition,
  found: readonly Measured[],
  labels: readonly string[],
) {
  const rows = found.reduce((sum, one) => sum + one.rows, 0)
  const [worst] = [...found, ...zeroOf(measure, found, labels)].toSorted((a, b) =>
    comparison === "above" ? b.value - a.value : a.value - b.value,
  )
  if (worst === undefined) {
    return { rows, value: null, label: "", isFailing: false, example: null }
  }
  const { value, label, example = null } = worst
  return {
    rows,
    value,
    label,
    example,
    isFailing: comparison === "above" ? value > threshold : value < threshold,
  }
}

/** The first group that other windows have and this one lacks: for counts that is zero. */
function zeroOf(
  measure: Condition["measure"],
  found: readonly Measured[],
  labels: readonly string[],
): Measured[] {
  if (!counted.has(measure) || found.length >= labels.length) return []
  const present = new Set(found.map(({ label }) => label))
  const missing = labels.find((label) => !present.has(label))
  return missing === undefined ? [] : [{ at: 0, label: missing, rows: 0, value: 0 }]
}
