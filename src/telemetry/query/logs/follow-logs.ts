import type { Store } from "../../store/store.ts"
import { compileQuery } from "../language/compile-query.ts"
import { logFields } from "../language/searchable.ts"
import { bounds } from "../window.ts"
import type { LogRecord } from "./log-record.ts"
import { logColumns, logHash } from "./log-record.ts"

/** Records that arrived since the last look, newest first; `isCut` if there were more. */
export type LogBatch = { records: LogRecord[]; isCut: boolean }

const mostRows = 200
/** Records that are older than this when they arrive are not new. */
const oldestSeconds = 900
/** A record is stored up to this long after it was received. */
const lateSeconds = 15

const keyOf = ({ nanoseconds, hash }: LogRecord) => `${nanoseconds} ${hash}`

/**
 * Reads what arrives, once for each call of the returned function. ReceivedAt has whole seconds, so each look
 * overlaps the one before and what was sent is left out.
 *
 * @throws {QueryFault}
 */
export function followLogs(
  store: Store,
  { projectId, query, since }: { projectId: string; query: string; since: Date },
): (now: Date) => Promise<LogBatch> {
  const { sql, params } = compileQuery(query, logFields)
  const begunS = Math.floor(since.getTime() / 1000)
  let sent = new Map<string, number>()
  return async (now) => {
    const nowS = Math.floor(now.getTime() / 1000)
    const receivedS = Math.max(begunS, nowS - lateSeconds)
    const found = await store.query<LogRecord & { received: number }>(
      `SELECT ${logColumns}, toUnixTimestamp(ReceivedAt) AS received FROM otel_logs
       WHERE ProjectId = {project:UUID} AND TimestampTime >= toDateTime({oldest:UInt32})
         AND ReceivedAt >= toDateTime({received:UInt32}) AND ${sql}
       ORDER BY Timestamp DESC, ${logHash} DESC LIMIT ${mostRows + 1}`,
      { ...params, project: projectId, oldest: receivedS - oldestSeconds, received: receivedS },
      { ...bounds, max_threads: 1 },
    )
    const fresh = found.slice(0, mostRows).filter((one) => !sent.has(keyOf(one)))
    sent = new Map([
      ...[...sent].filter(([, received]) => received >= receivedS),
      ...fresh.map((one) => [keyOf(one), one.received] as const),
    ])
    return { records: fresh, isCut: found.length > mostRows && fresh.length === mostRows }
  }
}
