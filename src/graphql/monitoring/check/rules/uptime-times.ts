/** Milliseconds that a correction can leave out: time with data, outside maintenance. */
export type Excluded = { operational: number; degraded: number; offline: number }

/** Milliseconds in each state, without what corrections leave out, which is `excluded`. */
export type Times = Excluded & { unknown: number; maintenance: number; excluded: Excluded }

export const noTimes: Times = {
  operational: 0,
  degraded: 0,
  offline: 0,
  unknown: 0,
  maintenance: 0,
  excluded: { operational: 0, degraded: 0, offline: 0 },
}

/** Times as columns of a row; those of states are as measured, so that no correction changes them. */
export type TimesRow = Partial<Record<TimeColumn, string | number | null>>

export const stateColumns = [
  "operational_ms",
  "degraded_ms",
  "offline_ms",
  "unknown_ms",
  "maintenance_ms",
] as const
export const excludedColumns = [
  "excluded_operational_ms",
  "excluded_degraded_ms",
  "excluded_offline_ms",
] as const
export const timeColumns = [...stateColumns, ...excludedColumns] as const
type TimeColumn = (typeof timeColumns)[number]

export function timesOf(row: TimesRow = {}): Times {
  const excluded = {
    operational: wholeMs(row.excluded_operational_ms),
    degraded: wholeMs(row.excluded_degraded_ms),
    offline: wholeMs(row.excluded_offline_ms),
  }
  return {
    operational: wholeMs(row.operational_ms) - excluded.operational,
    degraded: wholeMs(row.degraded_ms) - excluded.degraded,
    offline: wholeMs(row.offline_ms) - excluded.offline,
    unknown: wholeMs(row.unknown_ms),
    maintenance: wholeMs(row.maintenance_ms),
    excluded,
  }
}

/** Sums of fractions of seconds are off by less than a microsecond. */
const wholeMs = (ms: string | number | null | undefined) => Math.round(Number(ms ?? 0))

export const seenMsOf = ({ operational, degraded, offline }: Excluded): number =>
  operational + degraded + offline

export const excludedMsOf = ({ excluded }: Times): number => seenMsOf(excluded)

export const wholeMsOf = (times: Times): number =>
  seenMsOf(times) + times.unknown + times.maintenance + excludedMsOf(times)

/** 0 to 100; null without data. Degraded counts as up. */
export function percentOf(times: Excluded): number | null {
  const seen = seenMsOf(times)
  return seen === 0 ? null : (100 * (seen - times.offline)) / seen
}

/** As if there were no corrections. */
export const uncorrected = (times: Times): Times => ({
  ...times,
  ...addExcluded(times, times.excluded),
  excluded: noTimes.excluded,
})

const addExcluded = (one: Excluded, other: Excluded): Excluded => ({
  operational: one.operational + other.operational,
  degraded: one.degraded + other.degraded,
  offline: one.offline + other.offline,
})

export const addTimes = (one: Times, other: Times): Times => ({
  ...addExcluded(one, other),
  unknown: one.unknown + other.unknown,
  maintenance: one.maintenance + other.maintenance,
  excluded: addExcluded(one.excluded, other.excluded),
})
