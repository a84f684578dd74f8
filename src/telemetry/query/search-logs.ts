import type { Store } from "../store/store.ts"
import type { Searchable } from "./compile-query.ts"
import { compileQuery } from "./compile-query.ts"
import { parseQuery } from "./parse-query.ts"
import type { Window } from "./window.ts"
import { bounds, inWindow, windowParams } from "./window.ts"

const levels: Readonly<Record<string, number>> = {
  trace: 1,
  debug: 5,
  info: 9,
  warn: 13,
  warning: 13,
  error: 17,
  fatal: 21,
}

const logs: Searchable = {
  columns: {
    service: { kind: "text", sql: "ServiceName" },
    level: {
      kind: "number",
      // The first number of its four: level:warn is every kind of warning.
      sql: "(intDiv(SeverityNumber - 1, 4) * 4 + 1)",
      read: (value) => levels[value.toLowerCase()] ?? null,
      says: "must be trace, debug, info, warn, error or fatal",
    },
    body: { kind: "text", sql: "Body" },
    trace: { kind: "text", sql: "TraceId" },
    span: { kind: "text", sql: "SpanId" },
    scope: { kind: "text", sql: "ScopeName" },
    event: { kind: "text", sql: "EventName" },
  },
  maps: ["LogAttributes", "ResourceAttributes"],
  text: "Body",
  isIndexed: true,
}

export type LogRecord = {
  /** Nanoseconds since 1970, as text because a number would lose digits. */
  nanoseconds: string
  /** Tells rows of the same time apart. */
  hash: string
  service: string
  severity: string
  severityNumber: number
  body: string
  traceId: string
  spanId: string
  attributes: Record<string, string>
  resource: Record<string, string>
}

export type LogPosition = Pick<LogRecord, "nanoseconds" | "hash">

const hash = "cityHash64(TraceId, SpanId, ServiceName, Body)"

/** Log records that a search finds, newest first. @throws {QueryFault} */
export async function searchLogs(
  store: Store,
  window: Window,
  search: string,
  { rows, after }: { rows: number; after: LogPosition | null },
): Promise<LogRecord[]> {
  const { sql, params } = compileQuery(parseQuery(search), logs)
  const where = `${inWindow("Timestamp")} AND ${inMinutes} AND ${sql}`
  const all = {
    ...params,
    ...windowParams(window),
    nanoseconds: after?.nanoseconds ?? "0",
    hash: after?.hash ?? "0",
  }
  const paged =
    after === null
      ? ""
      : `AND (toUnixTimestamp64Nano(Timestamp), ${hash}) < ({nanoseconds:Int64}, {hash:UInt64})`
  // First only the times, so that wide columns are read of one page.
  const times = await store.query<{ nanoseconds: string }>(
    `SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS nanoseconds FROM otel_logs
     WHERE ${where} ${paged} ORDER BY Timestamp DESC LIMIT ${rows}`,
    all,
    bounds,
  )
  const last = times.at(-1)
  if (last === undefined) return []
  return store.query<LogRecord>(
    `SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS nanoseconds, toString(${hash}) AS hash,
       ServiceName AS service, SeverityText AS severity, SeverityNumber AS severityNumber, Body AS body,
       TraceId AS traceId, SpanId AS spanId, LogAttributes AS attributes, ResourceAttributes AS resource
     FROM otel_logs
     WHERE ${where} ${paged} AND Timestamp >= fromUnixTimestamp64Nano({least:Int64})
     ORDER BY Timestamp DESC, ${hash} DESC LIMIT ${rows}`,
    { ...all, least: last.nanoseconds },
    bounds,
  )
}

/** Of the primary key, so that other minutes are not read. */
const inMinutes =
  "TimestampTime >= toDateTime(toUInt32({from:Float64})) AND TimestampTime <= toDateTime(toUInt32({to:Float64}))"

export type LogVolume = { at: number; severity: string; records: number }

/** How many records a search finds in each step of seconds, by severity. @throws {QueryFault} */
export function countLogs(
  store: Store,
  window: Window,
  search: string,
  stepSeconds: number,
): Promise<LogVolume[]> {
  const { sql, params } = compileQuery(parseQuery(search), logs)
  return store.query<LogVolume>(
    `SELECT toUnixTimestamp(toStartOfInterval(TimestampTime, toIntervalSecond({step:UInt32}))) AS at,
       SeverityText AS severity, toUInt32(count()) AS records
     FROM otel_logs WHERE ${inWindow("Timestamp")} AND ${inMinutes} AND ${sql}
     GROUP BY at, severity ORDER BY at, severity LIMIT 10000`,
    { ...params, ...windowParams(window), step: stepSeconds },
    bounds,
  )
}
