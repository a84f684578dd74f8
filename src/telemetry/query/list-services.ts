import type { Store } from "../store/store.ts"
import type { Window } from "./window.ts"
import { bounds, windowParams } from "./window.ts"

export type Service = {
  name: string
  calls: number
  errors: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
}

const most = 500

/** Services that answered calls in whole minutes of the window, the busiest first. */
export function listServices(store: Store, window: Window): Promise<Service[]> {
  return store.query<Service>(
    `SELECT ServiceName AS name, toFloat64(sum(Calls)) AS calls, toFloat64(sum(Errors)) AS errors,
       quantilesTDigestMerge(0.5, 0.95, 0.99)(Latency) AS latency,
       latency[1] / 1e6 AS p50Ms, latency[2] / 1e6 AS p95Ms, latency[3] / 1e6 AS p99Ms
     FROM wk_red_1m
     WHERE ProjectId = {project:UUID} AND Minute >= toStartOfMinute(toDateTime(toUInt32({from:Float64})))
       AND Minute < toDateTime(toUInt32({to:Float64}))
     GROUP BY name ORDER BY calls DESC, name LIMIT ${most}`,
    windowParams(window),
    bounds,
  )
}
