import type { Store } from "../../store/store.ts"
import { compileQuery } from "../language/compile-query.ts"
import { spanFields } from "../language/searchable.ts"
import { bounds, inWindow, windowParams, type Window } from "../window.ts"

export type TraceSummary = {
  traceId: string
  /** Of its first span, in nanoseconds since 1970. */
  startNanoseconds: string
  durationNanoseconds: string
  service: string
  name: string
  kind: string
  spans: number
  errors: number
  /** Spans that the query found. */
  found: number
  /** Its services and their number of spans. */
  services: { name: string; spans: number }[]
}

export type TraceOrder = "newest" | "slowest"
/** The key is a time or a duration in nanoseconds. */
export type TracePosition = { key: string; traceId: string }
/** `next` is the position after which the next page starts; null on the last page. */
export type TracePage = { traces: TraceSummary[]; next: TracePosition | null }

type Found = { traceId: string; key: string; found: number }
type Row = Omit<TraceSummary, "services" | "found"> & { services: [string, string | number][] }

/** Traces with a span that the query finds. @throws {QueryFault} */
export async function searchTraces(
  store: Store,
  window: Window,
  query: string,
  { rows, after, order }: { rows: number; after: TracePosition | null; order: TraceOrder },
): Promise<TracePage> {
  const { sql, params } = compileQuery(query, spanFields)
  const key =
    order === "newest" ? "max(toUnixTimestamp64Nano(Timestamp))" : "max(toInt64(Duration))"
  const beyond = after === null ? "" : "HAVING (k, TraceId) < ({key:Int64}, {traceId:String})"
  const all = await store.query<Found>(
    `SELECT TraceId AS traceId, ${key} AS k, toString(k) AS key, toUInt32(uniq(SpanId)) AS found
     FROM otel_traces WHERE ${inWindow("Timestamp")} AND TraceId != '' AND ${sql}
     GROUP BY TraceId ${beyond} ORDER BY k DESC, TraceId DESC LIMIT ${rows + 1}`,
    { ...params, ...windowParams(window), ...after },
    bounds,
  )
  const found = all.slice(0, rows)
  const last = found.at(-1)
  if (last === undefined) return { traces: [], next: null }
  const summaries = await summarize(
    store,
    window.projectId,
    found.map(({ traceId }) => traceId),
  )
  return {
    traces: found.flatMap(({ traceId, found: spans }) => {
      const summary = summaries.get(traceId)
      return summary === undefined ? [] : [{ ...summary, found: spans }]
    }),
    next: all.length > rows ? { key: last.key, traceId: last.traceId } : null,
  }
}

async function summarize(
  store: Store,
  projectId: string,
  traceIds: readonly string[],
): Promise<Map<string, Omit<TraceSummary, "found">>> {
  const ids = { project: projectId, ids: traceIds }
  const [times] = await store.query<{ start: number; end: number }>(
    `SELECT toUnixTimestamp(min(Start)) AS start, toUnixTimestamp(max(End)) AS end FROM otel_traces_trace_id_ts
     WHERE ProjectId = {project:UUID} AND TraceId IN {ids:Array(String)} HAVING count() > 0`,
    ids,
    bounds,
  )
  if (times === undefined) return new Map()
  const rows = await store.query<Row>(
    `SELECT TraceId AS traceId, toString(toUnixTimestamp64Nano(min(Timestamp))) AS startNanoseconds,
       toString(max(toUnixTimestamp64Nano(Timestamp) + Duration) - toUnixTimestamp64Nano(min(Timestamp)))
         AS durationNanoseconds,
       argMin(ServiceName, (ParentSpanId != '', Timestamp)) AS service,
       argMin(SpanName, (ParentSpanId != '', Timestamp)) AS name,
       argMin(SpanKind, (ParentSpanId != '', Timestamp)) AS kind,
       toUInt32(uniq(SpanId)) AS spans, toUInt32(uniqIf(SpanId, StatusCode = 'Error')) AS errors,
       arrayZip(sumMap([ServiceName], [toUInt64(1)]).1, sumMap([ServiceName], [toUInt64(1)]).2) AS services
     FROM otel_traces
     WHERE ProjectId = {project:UUID} AND TraceId IN {ids:Array(String)}
       AND Timestamp >= toDateTime64({start:UInt32}, 9) AND Timestamp < toDateTime64({end:UInt32} + 1, 9)
     GROUP BY TraceId`,
    { ...ids, ...times },
    bounds,
  )
  return new Map(
    rows.map((row) => [
      row.traceId,
      { ...row, services: row.services.map(([name, spans]) => ({ name, spans: Number(spans) })) },
    ]),
  )
}

export type SpanVolume = { at: number; spans: number; errors: number; p50Ms: number; p95Ms: number }

/** Spans that a query finds in each step of seconds, with their errors and durations. @throws {QueryFault} */
export function countSpans(
  store: Store,
  window: Window,
  query: string,
  stepSeconds: number,
): Promise<SpanVolume[]> {
  const { sql, params } = compileQuery(query, spanFields)
  return store.query<SpanVolume>(
    `SELECT toUnixTimestamp(toStartOfInterval(toDateTime(Timestamp), toIntervalSecond({step:UInt32}))) AS at,
       toUInt32(count()) AS spans, toUInt32(countIf(StatusCode = 'Error')) AS errors,
       quantilesTDigest(0.5, 0.95)(Duration) AS latency, latency[1] / 1e6 AS p50Ms, latency[2] / 1e6 AS p95Ms
     FROM otel_traces WHERE ${inWindow("Timestamp")} AND ${sql}
     GROUP BY at ORDER BY at LIMIT 10000`,
    { ...params, ...windowParams(window), step: stepSeconds },
    bounds,
  )
}
