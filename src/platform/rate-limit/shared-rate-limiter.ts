import { createHmac } from "node:crypto"
import type pg from "pg"
import type { Services } from "../services.ts"
import type { Vault } from "../secret.ts"
import { createRateLimiter, type Limit, type RateLimiter } from "./rate-limiter.ts"

/** A crash may lose the last moments. */
const consume = {
  name: "consume-points",
  text: `
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit_window as p (key, tries, ends_at)
    select $1, $3, now() + make_interval(secs => $2::float8 / 1000) from quick
    on conflict (key) do update
       set tries = case when p.ends_at > now() then least(p.tries, 1000000) else 0 end + $3,
           ends_at = case when p.ends_at > now() then p.ends_at else excluded.ends_at end
    returning tries as used,
              greatest(1, extract(epoch from ends_at - now()) * 1000)::float8 as "leftMs"`,
}

/**
 * Fixed-window rate limiter across all processes, in PostgreSQL and by its clock, so that a restart grants no new
 * attempts. A local limiter in front absorbs floods.
 * @param action what is limited; each action is counted separately.
 */
export function createSharedRateLimiter(
  { clock, database: { pool }, vault }: Pick<Services, "clock" | "database" | "vault">,
  action: string,
  limit: Limit,
): RateLimiter {
  const local = createRateLimiter(clock, limit)
  const hashKey = createKeyHash(vault, action)
  return {
    async consume(key, points = 1) {
      const waitMs = local.consume(key, points)
      if (waitMs > 0) return waitMs
      const values = [hashKey(key), limit.windowMs, points]
      const { rows } = await pool.query<{ used: number; leftMs: number }>({ ...consume, values })
      const counted = rows[0]
      return counted !== undefined && counted.used > limit.points ? counted.leftMs : 0
    },
  }
}

/** Keys identify people and networks, so only their hashes are stored. */
export function createKeyHash(vault: Vault, action: string): (key: string) => Buffer {
  const secret = vault.derive("rate limit")
  return (key) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([action, key]))
      .digest()
}

/** Deletes expired windows and delays. */
export async function deleteExpiredWindows(pool: pg.Pool): Promise<void> {
  await pool.query("delete from rate_limit_window where ends_at <= now()")
}
