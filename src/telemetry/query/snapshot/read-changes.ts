import type { Store } from "../../store/store.ts"
import { logPattern, patternParams } from "../logs/log-pattern.ts"
import { bounds, inSeconds, inWindow, windowParams, type Window } from "../window.ts"
import type { Change } from "./snapshot.ts"

const changedMs = 30 * 60_000
/** The failed check itself may be the first that shows an error. */
const failingMs = 60_000
/** What was seen in this time before is not new. */
const knownMs = 3 * 3_600_000
const mostOfKind = 5

type Row = Omit<Change, "at" | "kind"> & { atMs: string }

/**
 * What changed in services in the half hour before an outage: new versions, new kinds of log messages, and spans that
 * failed for the first time. Compared with the three hours before.
 */
export async function readChanges(
  store: Store,
  { projectId, services, until }: { projectId: string; services: readonly string[]; until: Date },
): Promise<Change[]> {
  if (services.length === 0) return []
  const since = new Date(until.getTime() - changedMs)
  const window: Window = {
    projectId,
    from: new Date(since.getTime() - knownMs),
    to: new Date(until.getTime() + failingMs),
  }
  const params = { ...windowParams(window), services, since: since.getTime() / 1000 }
  const read = async (kind: Change["kind"], sql: string, more = {}): Promise<Change[]> => {
    const rows = await store.query<Row>(sql, { ...params, ...more }, bounds)
    return rows.map(({ atMs, ...row }) => ({
      ...row,
      kind,
      at: new Date(Number(atMs)).toISOString(),
    }))
  }
  const changes = await Promise.all([
    read("version", versions),
    read("pattern", patterns, patternParams),
    read("error", errors),
  ])
  return changes.flat().toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const isNew = "min(Timestamp) >= toDateTime64({since:Float64}, 9)"
const ofServices = "ServiceName IN {services:Array(String)}"
const spansWhere = `${inWindow("Timestamp")} AND ${ofServices}`
const firstAt = "toString(toUnixTimestamp64Milli(min(Timestamp))) AS atMs"

/** Only of services that had another version before; the first of all is no change. */
const versions = `
  SELECT service, text, known AS detail, atMs, records, CAST(NULL, 'Nullable(String)') AS traceId
  FROM (
    SELECT ServiceName AS service, ResourceAttributes['service.version'] AS text, ${firstAt},
      toUInt32(count()) AS records, ${isNew} AS isFresh,
      first_value(text) OVER (PARTITION BY service ORDER BY isFresh, max(Timestamp) DESC) AS known,
      min(isFresh) OVER (PARTITION BY service) AS isServiceFresh
    FROM otel_traces WHERE ${spansWhere} AND text != '' GROUP BY service, text
  )
  WHERE isFresh AND NOT isServiceFresh ORDER BY atMs LIMIT ${mostOfKind}`

/** Only of services that wrote logs before: of a new one, every message is new. */
const patterns = `
  SELECT service, text, CAST(NULL, 'Nullable(String)') AS detail, atMs, records, traceId
  FROM (
    SELECT ServiceName AS service, substring(argMin(Body, Timestamp), 1, 500) AS text,
      ${firstAt}, toUInt32(count()) AS records, nullIf(argMin(TraceId, Timestamp), '') AS traceId,
      intDiv(max(SeverityNumber), 4) AS level, ${isNew} AS isFresh,
      min(isFresh) OVER (PARTITION BY service) AS isServiceFresh
    FROM otel_logs
    WHERE ${inWindow("Timestamp")} AND ${inSeconds("TimestampTime")} AND ${ofServices}
    GROUP BY service, ${logPattern}
  )
  WHERE isFresh AND NOT isServiceFresh
  ORDER BY level DESC, records DESC, atMs LIMIT ${mostOfKind}`

const errors = `
  SELECT ServiceName AS service, SpanName AS text, nullIf(argMin(StatusMessage, Timestamp), '') AS detail,
    ${firstAt}, toUInt32(count()) AS records, nullIf(argMin(TraceId, Timestamp), '') AS traceId
  FROM otel_traces WHERE ${spansWhere} AND StatusCode = 'Error'
  GROUP BY service, text HAVING ${isNew} ORDER BY atMs LIMIT ${mostOfKind}`
