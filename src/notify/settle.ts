import type pg from "pg"
import type { Claim } from "./claim.ts"

/**
 * Writes down that nobody was subscribed.
 *
 * @returns how many rows were settled; those that another worker claimed since are left to it.
 */
export async function settleUnaddressed(
  pool: pg.Pool,
  { token }: Claim,
  ids: string[],
): Promise<number> {
  const { rowCount } = await pool.query(
    `update delivery set state = 'unaddressed', settled_at = now(), lease_token = null, lease_until = null
      where id = any($1::uuid[]) and lease_token = $2 and state = 'pending'`,
    [ids, token],
  )
  return rowCount ?? 0
}
