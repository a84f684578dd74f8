import type pg from "pg"
import type { Clock } from "../clock.ts"

/** Beyond this it is not the way here that took long: the database's clock was set back. */
const mostDelayMs = 5000

/** Without a reading for so long we were away: pings are stored where the time is read. */
const mostSilenceMs = 15_000

/** The database's time, carried on between two readings by the monotonic clock. */
export async function createDatabaseTime(pool: pg.Pool, clock: Clock) {
  let read = { at: clock.now(), monotonicMs: clock.monotonicMs() }
  const now = (): Date => new Date(read.at.getTime() + clock.monotonicMs() - read.monotonicMs)
  const take = (at: Date): void => {
    read = { at, monotonicMs: clock.monotonicMs() }
  }
  const { rows } = await pool.query<{ now: Date }>("select now()")
  if (rows[0] !== undefined) take(rows[0].now)
  let heardMs = clock.monotonicMs()
  let since = now()
  return {
    now,
    /** Since when readings have come without a break, by the same time. */
    unbrokenSince: () => since,
    /** A reading grows old on its way here, so one a little behind what we carry on says nothing new. */
    set(at: Date): void {
      const behindMs = now().getTime() - at.getTime()
      // The monotonic clock stands still while the machine sleeps, and the database's does not.
      const silentMs = Math.max(clock.monotonicMs() - heardMs, -behindMs)
      if (silentMs > mostSilenceMs || since > at) since = at
      heardMs = clock.monotonicMs()
      if (behindMs < 0 || behindMs > mostDelayMs) take(at)
    },
  }
}
