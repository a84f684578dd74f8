import type pg from "pg"
import type { Clock } from "../platform/clock.ts"
import { newId } from "../platform/id.ts"

/** Must equal the rows of probe_shard; a monitor's shard is its number modulo this. */
export const shardCount = 64

/** A prober that has not renewed for this long loses its shards. */
const leaseSeconds = 15

export type Shards = ReturnType<typeof createShards>

/**
 * This prober's share of the monitors. Leases are kept in PostgreSQL by its clock; `held` expires them by our own
 * monotonic clock, so that a suspended process does not probe shards that others have taken over.
 *
 * @param id owner of the leases. A process started after another has ended may reuse its id and continues with the
 *   same shards at once; two running processes must never share one.
 */
export function createShards(pool: pg.Pool, clock: Clock, id = newId()) {
  let shards = new Set<number>()
  let renewedAtMs = -Infinity

  async function renew(): Promise<void> {
    const askedAtMs = clock.monotonicMs()
    const client = await pool.connect()
    try {
      await client.query("begin")
      await client.query(
        `insert into prober (id, started_at, seen_at) values ($1, now(), now())
         on conflict (id) do update
           set seen_at = now(), started_at = case when $2 then now() else prober.started_at end`,
        [id, renewedAtMs === -Infinity],
      )
      await client.query("delete from prober where seen_at < now() - $1 * interval '1 second'", [
        leaseSeconds,
      ])
      const share = await fairShare(client)
      const kept = await keep(client, share)
      const won = await claim(client, share - kept.length)
      await client.query("commit")
      client.release()
      shards = new Set([...kept, ...won])
      renewedAtMs = askedAtMs
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Renew our leases up to our share; release the rest. */
  async function keep(client: pg.PoolClient, share: number): Promise<number[]> {
    const { rows } = await client.query<{ shard: number }>(
      `update probe_shard set lease_until = now() + $2 * interval '1 second'
        where shard in (select shard from probe_shard where holder = $1 order by shard limit $3 for update)
        returning shard`,
      [id, leaseSeconds, share],
    )
    const kept = rows.map((row) => row.shard)
    await client.query(
      `update probe_shard set holder = null, lease_until = null
        where holder = $1 and not (shard = any($2::int[]))`,
      [id, kept],
    )
    return kept
  }

  async function claim(client: pg.PoolClient, count: number): Promise<number[]> {
    if (count <= 0) return []
    const { rows } = await client.query<{ shard: number }>(
      `update probe_shard set holder = $1, lease_until = now() + $2 * interval '1 second'
        where shard in (
          select shard from probe_shard where holder is null or lease_until < now()
           order by shard limit $3 for update skip locked)
        returning shard`,
      [id, leaseSeconds, count],
    )
    return rows.map((row) => row.shard)
  }

  return {
    renew,
    /** Shards that may be probed now; empty once the lease may have expired. */
    held(): ReadonlySet<number> {
      const isFresh = clock.monotonicMs() - renewedAtMs < (leaseSeconds - 2) * 1000
      return isFresh ? shards : new Set()
    },
    /** Release the shards at once instead of when the lease expires. */
    async release(): Promise<void> {
      shards = new Set()
      await pool.query(
        "update probe_shard set holder = null, lease_until = null where holder = $1",
        [id],
      )
      await pool.query("delete from prober where id = $1", [id])
    },
  }
}

async function fairShare(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>("select count(*)::int from prober")
  return Math.ceil(shardCount / Math.max(1, rows[0]?.count ?? 1))
}

/** Since when probers have run without a break; null when none is running. */
export async function listeningSince(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ since: Date | null }>(
    "select min(started_at) as since from prober where seen_at > now() - $1 * interval '1 second'",
    [leaseSeconds],
  )
  return rows[0]?.since ?? null
}
