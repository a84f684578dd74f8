import type pg from "pg"
import type { Clock } from "../platform/clock.ts"

/** Beyond this delay, the database's clock was set back rather than the reading slow. */
const mostDelayMs = 5000

/** The database's time, extrapolated between readings by the monotonic clock. */
export async function createDatabaseTime(pool: pg.Pool, clock: Clock) {
  let read = { at: clock.now(), monotonicMs: clock.monotonicMs() }
  const now = (): Date => new Date(read.at.getTime() + clock.monotonicMs() - read.monotonicMs)
  const take = (at: Date): void => {
    read = { at, monotonicMs: clock.monotonicMs() }
  }
  const { rows } = await pool.query<{ now: Date }>("select now()")
  if (rows[0] !== undefined) take(rows[0].now)
  return {
    now,
    /** A reading ages in transit, so one slightly behind the extrapolated time changes nothing. */
    set(at: Date): void {
      const behindMs = now().getTime() - at.getTime()
      if (behindMs < 0 || behindMs > mostDelayMs) take(at)
    },
  }
}
