import type { Store } from "../../store/store.ts"
import { compileQuery } from "../language/compile-query.ts"
import { logFields } from "../language/searchable.ts"
import { bounds, inSeconds, inWindow, windowParams, type Window } from "../window.ts"
import { logColumns, logHash, severityOf, type LogPosition, type LogRecord } from "./log-record.ts"

type Page = {
  rows: number
  /** Only records beyond this one. */
  after: LogPosition | null
  order?: "newest" | "oldest"
}

/** Log records that a query finds, newest first unless asked otherwise. @throws {QueryFault} */
export async function searchLogs(
  store: Store,
  window: Window,
  query: string,
  { rows, after, order = "newest" }: Page,
): Promise<LogRecord[]> {
  const { sql, params } = compileQuery(query, logFields)
  const [direction, beyond, within] = order === "newest" ? ["DESC", "<", ">="] : ["ASC", ">", "<="]
  const where = [inWindow("Timestamp"), inSeconds("TimestampTime"), sql]
  const all = { ...params, ...windowParams(window), ...after }
  if (after !== null) {
    // The first of the two conditions is for the index.
    where.push(
      `Timestamp ${beyond}= fromUnixTimestamp64Nano({nanoseconds:Int64})`,
      `(toUnixTimestamp64Nano(Timestamp), ${logHash}) ${beyond} ({nanoseconds:Int64}, {hash:UInt64})`,
    )
  }
  // First only the times, so that wide columns are read of one page.
  const times = await store.query<{ at: string }>(
    `SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS at FROM otel_logs
     WHERE ${where.join(" AND ")} ORDER BY Timestamp ${direction} LIMIT ${rows}`,
    all,
    bounds,
  )
  const last = times.at(-1)
  if (last === undefined) return []
  where.push(`Timestamp ${within} fromUnixTimestamp64Nano({last:Int64})`)
  return store.query<LogRecord>(
    `SELECT ${logColumns} FROM otel_logs WHERE ${where.join(" AND ")}
     ORDER BY Timestamp ${direction}, ${logHash} ${direction} LIMIT ${rows}`,
    { ...all, last: last.at },
    bounds,
  )
}

export type LogVolume = { at: number; severity: string; records: number }

/** How many records a query finds in each step of seconds, by severity. @throws {QueryFault} */
export function countLogs(
  store: Store,
  window: Window,
  query: string,
  stepSeconds: number,
): Promise<LogVolume[]> {
  const { sql, params } = compileQuery(query, logFields)
  return store.query<LogVolume>(
    `SELECT toUnixTimestamp(toStartOfInterval(TimestampTime, toIntervalSecond({step:UInt32}))) AS at,
       ${severityOf} AS severity, toUInt32(count()) AS records
     FROM otel_logs WHERE ${inWindow("Timestamp")} AND ${inSeconds("TimestampTime")} AND ${sql}
     GROUP BY at, severity ORDER BY at, severity LIMIT 10000`,
    { ...params, ...windowParams(window), step: stepSeconds },
    bounds,
  )
}
