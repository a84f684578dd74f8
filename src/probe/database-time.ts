import type pg from "pg"
import type { Clock } from "../platform/clock.ts"

/** Beyond this delay, the database's clock was set back rather than the reading slow. */
const mostDelayMs = 5000

/** Without a reading for this long, pings could not be stored either. */
const mostSilenceMs = 15_000

/** The database's time, extrapolated between readings by the monotonic clock. */
export async function createDatabaseTime(pool: pg.Pool, clock: Clock) {
  let read = { at: clock.now(), monotonicMs: clock.monotonicMs() }
  const now = (): Date => new Date(read.at.getTime() + clock.monotonicMs() - read.monotonicMs)
  const take = (at: Date): void => {
    read = { at, monotonicMs: clock.monotonicMs() }
  }
  const { rows } = await pool.query<{ now: Date }>("select now()")
  if (rows[0] !== undefined) take(rows[0].now)
  let lastAnswerMs = clock.monotonicMs()
  let since = now()
  return {
    now,
    /** Since when readings have come without a break, in database time. */
    unbrokenSince: () => since,
    /** A reading ages in transit, so one slightly behind the extrapolated time changes nothing. */
    set(at: Date): void {
      const behindMs = now().getTime() - at.getTime()
      // The monotonic clock stops while the machine sleeps; the database's does not.
      const silentMs = Math.max(clock.monotonicMs() - lastAnswerMs, -behindMs)
      if (silentMs > mostSilenceMs || since > at) since = at
      lastAnswerMs = clock.monotonicMs()
      if (behindMs < 0 || behindMs > mostDelayMs) take(at)
    },
  }
}
