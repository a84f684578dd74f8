import type { Store } from "../../store/store.ts"
import type { LogRecord } from "../logs/log-record.ts"
import { searchLogs } from "../logs/search-logs.ts"
import { bounds } from "../window.ts"
import type { Span, SpanEvent, SpanLink } from "./span.ts"

/** Spans and log records of a trace that are read at most. */
const mostSpans = 10_000
const mostLogs = 1000
const hourMs = 3_600_000

type Times = { start: number; end: number }
type Row = Omit<Span, "events" | "links"> & {
  events: [nanoseconds: string, name: string, attributes: Record<string, string>][]
  links: [traceId: string, spanId: string, attributes: Record<string, string>][]
}

async function findTimes(store: Store, projectId: string, traceId: string): Promise<Times | null> {
  const [times] = await store.query<Times>(
    `SELECT toUnixTimestamp(min(Start)) AS start, toUnixTimestamp(max(End)) AS end FROM otel_traces_trace_id_ts
     WHERE ProjectId = {project:UUID} AND TraceId = {trace:String} HAVING count() > 0`,
    { project: projectId, trace: traceId },
    bounds,
  )
  return times ?? null
}

/** The spans of a trace, earliest first; none where it is not known. A span that was sent twice counts once. */
export async function readTrace(store: Store, projectId: string, traceId: string): Promise<Span[]> {
  const times = await findTimes(store, projectId, traceId)
  if (times === null) return []
  const rows = await store.query<Row>(
    `SELECT SpanId AS spanId, ParentSpanId AS parentSpanId, ServiceName AS service, SpanName AS name,
       SpanKind AS kind, StatusCode AS status, StatusMessage AS statusMessage, ScopeName AS scope,
       toString(toUnixTimestamp64Nano(Timestamp)) AS startNanoseconds, toString(Duration) AS durationNanoseconds,
       SpanAttributes AS attributes, ResourceAttributes AS resource,
       arrayMap((at, name, more) -> (toString(toUnixTimestamp64Nano(at)), toString(name), more),
         Events.Timestamp, Events.Name, Events.Attributes) AS events,
       arrayMap((trace, span, more) -> (trace, span, more),
         Links.TraceId, Links.SpanId, Links.Attributes) AS links
     FROM otel_traces
     WHERE ProjectId = {project:UUID} AND TraceId = {trace:String}
       AND Timestamp >= toDateTime64({start:UInt32}, 9) AND Timestamp < toDateTime64({end:UInt32} + 1, 9)
     ORDER BY Timestamp, SpanId LIMIT 1 BY SpanId LIMIT ${mostSpans}`,
    { project: projectId, trace: traceId, ...times },
    bounds,
  )
  return rows.map((row) => ({
    ...row,
    events: row.events.map(([nanoseconds, name, attributes]): SpanEvent => ({
      nanoseconds,
      name,
      attributes,
    })),
    links: row.links.map(([linkedTrace, spanId, attributes]): SpanLink => ({
      traceId: linkedTrace,
      spanId,
      attributes,
    })),
  }))
}

/** Log records of a trace, oldest first; those of the last day where no span of it is known. */
export async function readTraceLogs(
  store: Store,
  projectId: string,
  traceId: string,
  now: Date,
): Promise<LogRecord[]> {
  const times = await findTimes(store, projectId, traceId)
  const window =
    times === null
      ? { from: new Date(now.getTime() - 24 * hourMs), to: new Date(now.getTime() + hourMs) }
      : { from: new Date(times.start * 1000 - hourMs), to: new Date(times.end * 1000 + hourMs) }
  return searchLogs(store, { projectId, ...window }, `trace:${traceId}`, {
    rows: mostLogs,
    after: null,
    order: "oldest",
  })
}
