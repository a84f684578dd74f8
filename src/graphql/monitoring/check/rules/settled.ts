import type { Machine } from "./check-state.ts"

/**
 * Settled: confirmed operational by a check that counted, with no failure since and no outage. A good check of a
 * settled monitor changes nothing but the time of its last check, so its runs are not counted on: nothing depends on
 * how long they are. Nearly all checks are of this kind.
 */
export const isSettled = ({ confirmed, isBlind, isAbsent, outage, runs }: Machine): boolean =>
  confirmed === "operational" &&
  !isBlind &&
  !isAbsent &&
  outage === null &&
  runs.bad.count === 0 &&
  runs.good.count > 0

const settled = {
  confirmed: "operational",
  isBlind: false,
  isAbsent: false,
  outage: null,
  runs: { bad: { count: 0 } },
}

/** The same for a row `s` of monitor_state. */
export const settledSql = `(s.status = 'operational' and s.machine @> '${JSON.stringify(settled)}'
  and not s.machine @> '{"runs":{"good":{"count":0}}}')`
