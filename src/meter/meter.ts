/** How many requests a project may send. */
export type Allowance = { perMinute: number; perMonth: number }

/** Where a project stands after a request, or without one. */
export type Reading = {
  /** Null where the request was taken; else what is used up. */
  refusedBy: "minute" | "month" | null
  minuteUsed: number
  /** Until the window of a minute ends; a whole minute where none has begun. */
  minuteEndsInMs: number
  monthUsed: number
}

/** The first instant of a calendar month (UTC) and of the next. */
export type Month = { startsAt: Date; endsAt: Date }

export function monthOf(now: Date): Month {
  const at = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
  return { startsAt: at(0), endsAt: at(1) }
}

/**
 * Counts the requests of each project, for all processes together: a minute that begins with its first
 * request, and the calendar month. A refused request counts nothing.
 */
export type Meter = {
  count(projectId: string, allowance: Allowance): Promise<Reading>
  /** The same without counting. */
  read(projectId: string, allowance: Allowance): Promise<Reading>
  close(): Promise<void>
}

export const windowMs = 60_000

/** What stands between a project and its next request, the one that lasts longer first. */
export const refusedBy = (
  { perMinute, perMonth }: Allowance,
  minuteUsed: number,
  monthUsed: number,
): Reading["refusedBy"] =>
  monthUsed >= perMonth ? "month" : minuteUsed >= perMinute ? "minute" : null
