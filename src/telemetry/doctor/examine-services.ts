import type { Store } from "../store/store.ts"
import { bounds, tablesOf, type Signal } from "./tables-of.ts"

/** What one service sent of one signal. */
export type ServiceVolume = {
  service: string
  signal: Signal
  records: number
  /** How much later than their own time half of them arrived, in whole seconds; negative where a clock is ahead. */
  delaySeconds: number
  /** The most that a record was ahead of this server's clock. */
  aheadSeconds: number
  lastAt: number
}

const mostServices = 500

/** Volume and clocks of a project's services in a time, by the time at which the records were made. */
export async function examineServices(
  store: Store,
  projectId: string,
  { from, to }: { from: Date; to: Date },
): Promise<ServiceVolume[]> {
  const parts = Object.entries(tablesOf).flatMap(([signal, { tables, time }]) =>
    tables.map(
      (table) => `
      SELECT ServiceName, '${signal}' AS signal, ReceivedAt, ${time} AS at FROM ${table}
       WHERE ProjectId = {project:UUID} AND ${time} >= toDateTime64({from:Float64}, 9)
         AND ${time} < toDateTime64({to:Float64}, 9)`,
    ),
  )
  return store.query<ServiceVolume>(
    `SELECT ServiceName AS service, signal, toFloat64(count()) AS records,
       toFloat64(round(quantile(0.5)(toUnixTimestamp(ReceivedAt) + 0.5 - toUnixTimestamp64Milli(at) / 1000))) AS delaySeconds,
       toFloat64(greatest(0, max(toUnixTimestamp64Milli(at) / 1000 - toUnixTimestamp(ReceivedAt) - 1))) AS aheadSeconds,
       toFloat64(toUnixTimestamp64Milli(max(at))) AS lastAt
     FROM (${parts.join(" UNION ALL ")})
     GROUP BY service, signal ORDER BY records DESC, service, signal LIMIT ${mostServices}`,
    { project: projectId, from: from.getTime() / 1000, to: to.getTime() / 1000 },
    bounds,
  )
}
