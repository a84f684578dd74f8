import type { Store } from "../../store/store.ts"
import { bounds, inWindow, windowParams, type Window } from "../window.ts"

/** Which requests are good: those without error, and within `latencyMs` if it is set. */
export type GoodRequests = { service: string; latencyMs: number | null }
export type GoodCount = { good: number; bad: number }

/** Requests that the service answered, without those of our own checks. */
const answered = `${inWindow("Timestamp")} AND ServiceName = {service:String}
  AND (SpanKind IN ('Server', 'Consumer') OR ParentSpanId = '') AND NOT match(TraceState, '(^|,) *wk=')`

const isGood = ({ latencyMs }: GoodRequests): string =>
  latencyMs === null
    ? "StatusCode != 'Error'"
    : "StatusCode != 'Error' AND Duration <= {latency:Float64} * 1000000"

const paramsOf = (window: Window, { service, latencyMs }: GoodRequests) => ({
  ...windowParams(window),
  service,
  ...(latencyMs === null ? {} : { latency: latencyMs }),
})

/** Requests in windows that end at `until`. @param minutes length of each window, the longest last. */
export async function countGoodInWindows(
  store: Store,
  { projectId, until, minutes }: { projectId: string; until: Date; minutes: readonly number[] },
  wanted: GoodRequests,
): Promise<GoodCount[]> {
  const longest = Math.max(...minutes)
  const from = new Date(until.getTime() - longest * 60_000)
  const since = minutes.map((length) => until.getTime() / 1000 - length * 60)
  const columns = since.map((_time, at) => {
    const isIn = `Timestamp >= toDateTime64({since${at}:Float64}, 9)`
    return `toFloat64(countIf(${isIn})) AS seen${at}, toFloat64(countIf(${isIn} AND ${isGood(wanted)})) AS good${at}`
  })
  const [row = {}] = await store.query<Record<string, number>>(
    `SELECT ${columns.join(", ")} FROM otel_traces WHERE ${answered}`,
    {
      ...paramsOf({ projectId, from, to: until }, wanted),
      ...Object.fromEntries(since.map((time, at) => [`since${at}`, time])),
    },
    bounds,
  )
  return minutes.map((_length, at) => {
    const good = row[`good${at}`] ?? 0
    return { good, bad: (row[`seen${at}`] ?? 0) - good }
  })
}

/** Requests in each hour (UTC) that has some; `at` in seconds since 1970. */
export function countGoodByHour(
  store: Store,
  window: Window,
  wanted: GoodRequests,
): Promise<(GoodCount & { at: number })[]> {
  return store.query(
    `SELECT toUnixTimestamp(toStartOfHour(toDateTime(Timestamp), 'UTC')) AS at,
       toFloat64(countIf(${isGood(wanted)})) AS good, toFloat64(count()) - good AS bad
     FROM otel_traces WHERE ${answered} GROUP BY at ORDER BY at`,
    paramsOf(window, wanted),
    bounds,
  )
}
