import type { Services } from "../services.ts"
import { createKeyHash } from "./shared-rate-limiter.ts"

const keptSeconds = 3600

/** The first `free` attempts are not delayed; then the delay doubles from `firstSeconds` up to `mostSeconds`. */
export type Delays = { free: number; firstSeconds: number; mostSeconds: number }

const delay = `case when p.tries < $2::int then 0
  else least($4::float8, $3::float8 * 2 ^ least(p.tries - $2::int, 20)) end`
/** The row expires an hour after the last attempt, so the time of that attempt needs no column. */
const opensAt = `p.ends_at + make_interval(secs => ${delay} - ${keptSeconds})`

const claim = {
  name: "claim-attempt",
  text: `
    insert into rate_limit_window as p (key, tries, ends_at)
    values ($1, 1, now() + interval '${keptSeconds} seconds')
    on conflict (key) do update
       set tries = case when p.ends_at > now() then least(p.tries, 1000000) + 1 else 1 end,
           ends_at = excluded.ends_at
     where ${opensAt} <= now()
    returning tries`,
}

const readWait = {
  name: "read-attempt-wait",
  text: `
    select tries, greatest(1, extract(epoch from ${opensAt} - now()) * 1000)::float8 as "waitMs"
      from rate_limit_window p where key = $1`,
}

/**
 * Growing delays between attempts, across all processes. There is no window, whose end would grant new attempts.
 * Counts expire an hour after the last attempt.
 */
export function createAttemptDelay(
  { database: { pool }, vault }: Pick<Services, "database" | "vault">,
  action: string,
  { free, firstSeconds, mostSeconds }: Delays,
) {
  const hashKey = createKeyHash(vault, action)
  return {
    /**
     * Makes an attempt unless it has to wait, in one conditional write, so that only one of many concurrent
     * attempts succeeds.
     * @returns the number of attempts including this one, and the milliseconds to wait; 0 if it was made.
     */
    async claim(key: string): Promise<{ tries: number; waitMs: number }> {
      const values = [hashKey(key), free, firstSeconds, mostSeconds]
      const made = await pool.query<{ tries: number }>({ ...claim, values })
      if (made.rows[0] !== undefined) return { tries: made.rows[0].tries, waitMs: 0 }
      const { rows } = await pool.query<{ tries: number; waitMs: number }>({ ...readWait, values })
      return rows[0] ?? { tries: 1, waitMs: 1 }
    },
    /** Takes back one successful attempt, or deletes the whole count. */
    async forgive(key: string, which: "one" | "all"): Promise<void> {
      const text =
        which === "all"
          ? "delete from rate_limit_window where key = $1"
          : "update rate_limit_window set tries = greatest(tries - 1, 0) where key = $1"
      await pool.query(text, [hashKey(key)])
    },
  }
}
