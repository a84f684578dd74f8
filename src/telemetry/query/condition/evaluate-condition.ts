import type { Store } from "../../store/store.ts"
import { metricTable } from "../metrics/metric-table.ts"
import type { Condition } from "./condition.ts"
import { isLogMeasure, isSpanMeasure } from "./condition.ts"
import type { Measured } from "./measure-windows.ts"
import { measureWindows } from "./measure-windows.ts"
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

function sourceOf({ measure, instrument }: Condition): { table: string; time: string } {
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
  const lengthMs = condition.minutes * 60_000
  const windows = Array.from({ length: condition.windows }, (_, at) => {
    const to = new Date(until.getTime() - at * lengthMs)
    const from = new Date(to.getTime() - lengthMs)
    return { from, to, ...worstOf(condition, measured, at) }
  })
  const failing = windows.filter(({ isFailing }) => isFailing).length
  const hasData = windows.some(({ value }) => value !== null)
  return {
    windows,
    rows: windows.reduce((sum, { rows }) => sum + rows, 0),
    isFailing: hasData ? failing >= condition.failing : null,
  }
}

function worstOf(condition: Condition, measured: readonly Measured[], at: number) {
  const { comparison, threshold, by, measure } = condition
  const found = measured.filter((one) => one.at === at)
  const rows = found.reduce((sum, one) => sum + one.rows, 0)
  // A group that other windows have is missing here: for counts that is zero.
  const labels = by === null ? [""] : [...new Set(measured.map(({ label }) => label))]
  const zeros = counted.has(measure)
    ? labels
        .filter((label) => !found.some((one) => one.label === label))
        .map((label): Measured => ({ at, label, rows: 0, value: 0 }))
    : []
  const [worst] = [...found, ...zeros].toSorted((a, b) =>
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
