import type { Store } from "../../store/store.ts"
import { bounds, inMinutes, inWindow, windowParams, type Window } from "../window.ts"

/** Calls that were answered, and how long they took. */
export type Calls = { calls: number; errors: number; p50Ms: number; p95Ms: number; p99Ms: number }
export type Service = Calls & { name: string }
export type ServicePoint = Calls & { service: string; at: number }
export type Operation = Calls & { name: string; kind: string; totalMs: number }

/** Where the figures come from: a rollup of all calls, or the spans themselves without those of our own checks. */
export type Figures = { withoutChecks: boolean }

const ofUsers = `(SELECT ProjectId, toStartOfMinute(toDateTime(Timestamp)) AS Minute, ServiceName, SpanName, SpanKind,
    count() AS Calls, countIf(StatusCode = 'Error') AS Errors, sum(Duration) AS DurationSum,
    quantilesTDigestState(0.5, 0.95, 0.99)(Duration) AS Latency
  FROM otel_traces
  WHERE ${inWindow("Timestamp")} AND (SpanKind IN ('Server', 'Consumer') OR ParentSpanId = '')
    AND NOT match(TraceState, '(^|,) *wk=')
  GROUP BY ProjectId, Minute, ServiceName, SpanName, SpanKind)`
const callsOf = ({ withoutChecks }: Figures): string => (withoutChecks ? ofUsers : "wk_red_1m")

const mostServices = 500
const mostOperations = 200

const figures = `toFloat64(sum(Calls)) AS calls, toFloat64(sum(Errors)) AS errors,
  quantilesTDigestMerge(0.5, 0.95, 0.99)(Latency) AS latency,
  latency[1] / 1e6 AS p50Ms, latency[2] / 1e6 AS p95Ms, latency[3] / 1e6 AS p99Ms`

/** Services that answered calls in whole minutes of the window, the busiest first. */
export function listServices(store: Store, window: Window, from: Figures): Promise<Service[]> {
  return store.query<Service>(
    `SELECT ServiceName AS name, ${figures} FROM ${callsOf(from)} WHERE ${inMinutes("Minute")}
     GROUP BY name ORDER BY calls DESC, name LIMIT ${mostServices}`,
    windowParams(window),
    bounds,
  )
}

/** The same in steps of whole minutes, of one service or of all, oldest first. */
export function readServiceSeries(
  store: Store,
  window: Window,
  { service, stepSeconds, ...from }: Figures & { service: string | null; stepSeconds: number },
): Promise<ServicePoint[]> {
  return store.query<ServicePoint>(
    `SELECT ServiceName AS service, ${figures},
       toUnixTimestamp(toStartOfInterval(Minute, toIntervalSecond({step:UInt32}))) AS at
     FROM ${callsOf(from)} WHERE ${inMinutes("Minute")} ${service === null ? "" : "AND ServiceName = {service:String}"}
     GROUP BY service, at ORDER BY service, at LIMIT 50000`,
    { ...windowParams(window), step: stepSeconds, ...(service === null ? {} : { service }) },
    bounds,
  )
}

/** What a service does, that with the most time spent first. */
export function listOperations(
  store: Store,
  window: Window,
  { service, ...from }: Figures & { service: string },
): Promise<Operation[]> {
  return store.query<Operation>(
    `SELECT SpanName AS name, SpanKind AS kind, ${figures}, sum(DurationSum) / 1e6 AS totalMs
     FROM ${callsOf(from)} WHERE ${inMinutes("Minute")} AND ServiceName = {service:String}
     GROUP BY name, kind ORDER BY totalMs DESC, name LIMIT ${mostOperations}`,
    { ...windowParams(window), service },
    bounds,
  )
}
