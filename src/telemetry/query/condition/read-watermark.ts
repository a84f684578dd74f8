import type { Store } from "../../store/store.ts"
import { bounds } from "../window.ts"

/** Until rows that were acknowledged are in the store: the spool is written once a second. */
const storedSeconds = 3
const longestSeconds = 60
const recentMinutes = 15
const sampled = 20_000

/**
 * Up to when rows of a table have arrived: behind the clock by the 99th percentile of the delay of recent rows, but
 * not more than a minute, so that one late sender does not delay everything.
 */
export async function readWatermark(
  store: Store,
  { projectId, table, time, now }: { projectId: string; table: string; time: string; now: Date },
): Promise<Date> {
  const [found] = await store.query<{ delay: number | null }>(
    `SELECT quantileTDigest(0.99)(delay) AS delay FROM (
       SELECT greatest(0, toUnixTimestamp(ReceivedAt) - toFloat64(toUnixTimestamp64Milli(${time})) / 1000) AS delay
       FROM ${table}
       WHERE ProjectId = {project:UUID} AND ${time} >= toDateTime64({from:Float64}, 9)
         AND ${time} < toDateTime64({to:Float64}, 9)
       LIMIT ${sampled})`,
    {
      project: projectId,
      from: now.getTime() / 1000 - recentMinutes * 60,
      to: now.getTime() / 1000 + longestSeconds,
    },
    bounds,
  )
  const delay = Math.min(longestSeconds, Math.max(0, found?.delay ?? 0))
  return new Date(now.getTime() - (delay + storedSeconds) * 1000)
}
