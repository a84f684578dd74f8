import type pg from "pg"
import type { Clock } from "../clock.ts"

/** The database's time, carried on between two readings by the monotonic clock. */
export async function createDatabaseTime(pool: pg.Pool, clock: Clock) {
  let read = { at: clock.now(), monotonicMs: clock.monotonicMs() }
  const set = (at: Date): void => {
    read = { at, monotonicMs: clock.monotonicMs() }
  }
  const { rows } = await pool.query<{ now: Date }>("select now()")
  if (rows[0] !== undefined) set(rows[0].now)
  return {
    set,
    now: (): Date => new Date(read.at.getTime() + clock.monotonicMs() - read.monotonicMs),
  }
}
