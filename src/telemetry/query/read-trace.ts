import type { Store } from "../store/store.ts"
import { bounds } from "./window.ts"

export type Span = {
  spanId: string
  parentSpanId: string
  service: string
  name: string
  kind: string
  status: string
  statusMessage: string
  /** Nanoseconds since 1970. */
  startNanoseconds: string
  durationNanoseconds: string
  attributes: Record<string, string>
  resource: Record<string, string>
}

/** Spans of a trace that are read at most. */
const most = 10_000

/** The spans of a trace, earliest first; none where it is not known. A span that was sent twice counts once. */
export async function readTrace(store: Store, projectId: string, traceId: string): Promise<Span[]> {
  const params = { project: projectId, trace: traceId }
  const [times] = await store.query<{ start: number; end: number }>(
    `SELECT toUnixTimestamp(min(Start)) AS start, toUnixTimestamp(max(End)) AS end FROM otel_traces_trace_id_ts
     WHERE ProjectId = {project:UUID} AND TraceId = {trace:String} HAVING count() > 0`,
    params,
    bounds,
  )
  if (times === undefined) return []
  return store.query<Span>(
    `SELECT SpanId AS spanId, ParentSpanId AS parentSpanId, ServiceName AS service, SpanName AS name,
       SpanKind AS kind, StatusCode AS status, StatusMessage AS statusMessage,
       toString(toUnixTimestamp64Nano(Timestamp)) AS startNanoseconds, toString(Duration) AS durationNanoseconds,
       SpanAttributes AS attributes, ResourceAttributes AS resource
     FROM otel_traces
     WHERE ProjectId = {project:UUID} AND TraceId = {trace:String}
       AND Timestamp >= toDateTime64({start:UInt32}, 9) AND Timestamp < toDateTime64({end:UInt32} + 1, 9)
     ORDER BY Timestamp, SpanId LIMIT 1 BY SpanId LIMIT ${most}`,
    { ...params, ...times },
    bounds,
  )
}
