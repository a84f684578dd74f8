import type { Store } from "../../store/store.ts"
import { compileQuery } from "../language/compile-query.ts"
import { logFields } from "../language/searchable.ts"
import { bounds } from "../window.ts"
import { logColumns, logHash, type LogRecord } from "./log-record.ts"

/** Records that arrived since the last look, newest first, and how many more did that are left out. */
export type LogBatch = { records: LogRecord[]; more: number }

const mostRows = 200
/** Records of a second that are distinguished; of more than these, only the number is known. */
const mostKeys = 100_000
/** Seconds that are read at once, because their names are part of the request; others wait for the next look. */
const mostSeconds = 200

/** Tells records apart; below 2^53, so that it is exact as a number. */
const recordKey = `toFloat64(bitAnd(cityHash64(Timestamp, ${logHash}, LogAttributes, ResourceAttributes), 0x1FFFFFFFFFFFFF))`
const second = "toUnixTimestamp(ReceivedAt)"

/** What was received in one second: records of the project, and those of them that the query finds. */
type Seen = { rows: number; found: number; keys: readonly number[] }

const settings = { ...bounds, max_threads: 1 }

/**
 * Reads what arrives, once for each call of the returned function, however late it is stored and whatever its time. A
 * second in which the project has more records than at the last look is read again, and what was sent is left out.
 *
 * @throws {QueryFault}
 */
export function followLogs(
  store: Store,
  { projectId, query, since }: { projectId: string; query: string; since: Date },
): () => Promise<LogBatch> {
  const { sql, params } = compileQuery(query, logFields)
  const shared = { project: projectId, begun: Math.floor(since.getTime() / 1000) }
  const seen = new Map<number, Seen>()

  const countRows = () =>
    store.query<{ at: number; rows: number }>(
      `SELECT ${second} AS at, toFloat64(count()) AS rows FROM otel_logs
       WHERE ProjectId = {project:UUID} AND ReceivedAt >= toDateTime({begun:UInt32}) GROUP BY at ORDER BY at DESC`,
      shared,
      settings,
    )

  const where = `ProjectId = {project:UUID} AND ReceivedAt >= toDateTime({first:UInt32})
    AND ReceivedAt <= toDateTime({last:UInt32}) AND has({seconds:Array(UInt32)}, ${second}) AND ${sql}`
  const paramsOf = (seconds: readonly number[]) => ({
    ...params,
    ...shared,
    first: Math.min(...seconds),
    last: Math.max(...seconds),
    seconds,
  })

  const readKeys = (seconds: readonly number[]) =>
    store.query<{ at: number; found: number; keys: number[] }>(
      `SELECT at, toFloat64(count()) AS found, groupArray(${mostKeys})(key) AS keys FROM (
         SELECT ${second} AS at, ${recordKey} AS key FROM otel_logs WHERE ${where} ORDER BY Timestamp DESC
       ) GROUP BY at ORDER BY at DESC`,
      paramsOf(seconds),
      settings,
    )

  async function readRecords(seconds: readonly number[], keys: readonly number[]) {
    const rows = await store.query<LogRecord & { key: number }>(
      `SELECT ${logColumns}, ${recordKey} AS key FROM otel_logs
       WHERE ${where} AND has({keys:Array(Float64)}, key) ORDER BY Timestamp DESC, ${logHash} DESC`,
      { ...paramsOf(seconds), keys },
      settings,
    )
    // Records that are alike have one key: as many are new as the key is asked for.
    const wanted = countEach(keys)
    return rows.filter(({ key }) => take(wanted, key))
  }

  return async () => {
    const changed = (await countRows())
      .filter(({ at, rows }) => rows !== seen.get(at)?.rows)
      .slice(0, mostSeconds)
    if (changed.length === 0) return { records: [], more: 0 }
    const found = new Map((await readKeys(changed.map(({ at }) => at))).map((one) => [one.at, one]))
    const fresh: number[] = []
    let arrived = 0
    for (const { at, rows } of changed) {
      const { found: now, keys } = found.get(at) ?? { found: 0, keys: [] }
      const before = seen.get(at)
      seen.set(at, { rows, found: now, keys })
      const more = Math.max(0, now - (before?.found ?? 0))
      arrived += more
      const known = countEach(before?.keys ?? [])
      fresh.push(...keys.filter((key) => !take(known, key)).slice(0, Math.min(more, mostRows)))
    }
    const sent = fresh.slice(0, mostRows)
    const seconds = changed.map(({ at }) => at)
    const records = sent.length === 0 ? [] : await readRecords(seconds, sent)
    return { records, more: arrived - records.length }
  }
}

function countEach(keys: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Takes one of a key away. @returns whether there was one. */
function take(counts: Map<number, number>, key: number): boolean {
  const left = counts.get(key) ?? 0
  if (left > 0) counts.set(key, left - 1)
  return left > 0
}
