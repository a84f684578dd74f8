/** Requests that a project may send. */
export type Allowance = { perMinute: number; perMonth: number }

/** A project's usage after a request, or without one. */
export type Reading = {
  /** The exceeded limit; null if the request was counted. */
  refusedBy: "minute" | "month" | null
  minuteUsed: number
  /** Time until the minute window ends; a full minute if none is open. */
  minuteEndsInMs: number
  monthUsed: number
  /** PostgreSQL's clock, shared by all processes; decides the month. */
  now: Date
}

/** First instant of a calendar month (UTC) and of the next one. */
export type Month = { startsAt: Date; endsAt: Date }

export function monthOf(now: Date): Month {
  const at = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
  return { startsAt: at(0), endsAt: at(1) }
}

/**
 * Counts requests per project across all processes, in a minute window that starts with its first request and in
 * the calendar month. Refused requests are not counted.
 */
export type Meter = {
  count(projectId: string, allowance: Allowance): Promise<Reading>
  /** Same, without counting. */
  read(projectId: string, allowance: Allowance): Promise<Reading>
  close(): Promise<void>
}

/** A meter in a store that all processes share. */
export type SharedMeter = Meter & {
  /** Adds requests that this process has counted since, by project, to the open windows. */
  add(requests: ReadonlyMap<string, number>): Promise<void>
}

export const windowMs = 60_000

/** The exceeded limit; the month if both are. */
export const refusedBy = (
  { perMinute, perMonth }: Allowance,
  minuteUsed: number,
  monthUsed: number,
): Reading["refusedBy"] =>
  monthUsed >= perMonth ? "month" : minuteUsed >= perMinute ? "minute" : null
