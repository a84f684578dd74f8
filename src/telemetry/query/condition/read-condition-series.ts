import type { Store } from "../../store/store.ts"
import type { Window } from "../window.ts"
import type { Condition } from "./condition.ts"
import { listWindows, sourceOf, type JudgedWindow } from "./evaluate-condition.ts"
import { measureWindows } from "./measure-windows.ts"
import { readWatermark } from "./read-watermark.ts"

const mostPoints = 360

/**
 * What a condition measured over a time range: its windows, aligned to multiples of their length, oldest first. Of
 * more than 360 each point is the worst of several. Ends where telemetry has arrived.
 *
 * @param now Nothing after it has arrived.
 * @throws {QueryFault}
 */
export async function readConditionSeries(
  store: Store,
  { projectId, from, to }: Window,
  condition: Condition,
  now: Date,
): Promise<JudgedWindow[]> {
  const arrived = await readWatermark(store, { projectId, now, ...sourceOf(condition) })
  const lengthMs = condition.minutes * 60_000
  const end = Math.floor(Math.min(to.getTime(), arrived.getTime()) / lengthMs) * lengthMs
  const windows = Math.floor((end - from.getTime()) / lengthMs)
  if (windows < 1) return []
  const whole = { ...condition, windows }
  const until = new Date(end)
  const measured = await measureWindows(store, projectId, whole, until)
  return foldWindows(condition, listWindows(whole, measured, until).toReversed())
}

function foldWindows({ comparison }: Condition, windows: readonly JudgedWindow[]): JudgedWindow[] {
  const each = Math.ceil(windows.length / mostPoints)
  const badness = ({ value }: JudgedWindow) =>
    value === null ? -Infinity : comparison === "above" ? value : -value
  return Array.from({ length: Math.ceil(windows.length / each) }, (_, at) =>
    windows
      .slice(at * each, (at + 1) * each)
      .reduce((worst, one) => (badness(one) > badness(worst) ? one : worst)),
  )
}
