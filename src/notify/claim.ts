import { randomUUID } from "node:crypto"
import type pg from "pg"

/** Rows that are ours until the lease ends; whoever settles without the present token settles nothing. */
export type Claim = { token: string; rows: { id: string }[] }

/** How long a killed worker's rows rest before another takes them. */
export const leaseSeconds = 30

/** Takes due events that nobody holds, the most urgent first, by PostgreSQL's clock. */
export async function claimDue(pool: pg.Pool, limit: number): Promise<Claim> {
  const token = randomUUID()
  const { rows } = await pool.query<{ id: string }>(
    `update delivery set lease_token = $1, lease_until = now() + make_interval(secs => $2)
      where id in (select id from delivery
                    where state = 'pending' and target = 'everyone' and due_at <= now()
                      and (lease_until is null or lease_until < now())
                    order by priority desc, due_at, id limit $3 for update skip locked)
      returning id`,
    [token, leaseSeconds, limit],
  )
  return { token, rows }
}

/** Renews the lease every `everyMs` for as long as the work takes. */
export async function whileHeld<T>(
  pool: pg.Pool,
  { token }: Pick<Claim, "token">,
  work: () => Promise<T>,
  everyMs = (leaseSeconds * 1000) / 3,
): Promise<T> {
  const timer = setInterval(() => {
    // A renewal that fails needs no more than that: the fencing token guards what follows.
    renew(pool, token).catch(() => undefined)
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

async function renew(pool: pg.Pool, token: string): Promise<void> {
  await pool.query(
    `update delivery set lease_until = now() + make_interval(secs => $2)
      where lease_token = $1 and state = 'pending'`,
    [token, leaseSeconds],
  )
}
