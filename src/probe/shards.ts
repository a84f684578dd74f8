import type pg from "pg"
import { z } from "zod"
import type { Clock } from "../platform/clock.ts"
import { newId } from "../platform/id.ts"
import type { Pulse } from "./network-pulse.ts"
import { createWeight, shareOf, type ProberRow } from "./share.ts"

/** Must equal the rows of probe_shard; a monitor's shard is its number modulo this. */
export const shardCount = 64

/** A prober that has not renewed for this long loses its shards. */
const leaseSeconds = 15

/** What a prober that released a shard says to the next one. */
export type Handover = {
  /** In the database's time. */
  releasedAt: Date
  /** When its checks started whose results were not stored yet, by the monitors' numbers. */
  started: ReadonlyMap<number, Date>
}

type Options = {
  /**
   * Owner of the leases. A process started after another has ended may reuse its id and continues with the same
   * shards at once; two running processes must never share one.
   */
  id?: string
  /** Checks whose results are not stored yet; asked after this prober stopped starting checks of what it releases. */
  unstored?(): Iterable<{ monitorSeq: number; startedAt: Date }>
  /** Called once shards are free for others. */
  onRelease?(): void
  /** The state of this prober's network; without it, it always counts as proved. */
  pulse?(): Promise<Pulse>
}

const startedTimes = z.record(z.coerce.number(), z.number())
const releasedRow = z.object({ shard: z.int(), releasedAt: z.date(), started: startedTimes })

export type Shards = ReturnType<typeof createShards>

/**
 * This prober's share of the monitors. Leases are kept in PostgreSQL by its clock; `held` expires them by our own
 * monotonic clock, so that a suspended process does not probe shards that others have taken over.
 */
export function createShards(pool: pg.Pool, clock: Clock, options: Options = {}) {
  const {
    id = newId(),
    unstored = () => [],
    onRelease,
    pulse = () => Promise.resolve(unknown),
  } = options
  const weigh = createWeight()
  let shards = new Set<number>()
  let renewedAtMs = -Infinity
  let running: Promise<unknown> = Promise.resolve()
  const handovers = new Map<number, Handover>()
  /** Shards whose monitors this prober has not read yet, so that it checked none of them. */
  const untaken = new Set<number>()

  /** Leases are changed one after the other: a renewal that ends after the release would take them back. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = running.then(work)
    running = done.catch(() => undefined)
    return done
  }

  /** @returns whether it released shards. */
  async function exchange(client: pg.PoolClient, felt: Pulse): Promise<boolean> {
    const askedAtMs = clock.monotonicMs()
    const before = shards
    try {
      await client.query("begin")
      await client.query(
        `insert into prober (id, started_at, seen_at, ipv4_proved_at, ipv6_proved_at, weight)
         values ($1, now(), now(), case when $3::bool is not null then now() end,
                 case when $4::bool is not null then now() end, 1)
         on conflict (id) do update
           set seen_at = now(), started_at = case when $2 then now() else prober.started_at end,
               ipv4_proved_at = case when $3 then now() when not $3 then coalesce(prober.ipv4_proved_at, now()) end,
               ipv6_proved_at = case when $4 then now() when not $4 then coalesce(prober.ipv6_proved_at, now()) end`,
        [id, renewedAtMs === -Infinity, felt[4], felt[6]],
      )
      await client.query("delete from prober where seen_at < now() - $1 * interval '1 second'", [
        leaseSeconds,
      ])
      const share = await fairShare(client, felt)
      const kept = await keep(client, share)
      // No check of the others starts from here on, so the list of those that have started is complete.
      shards = new Set(kept)
      const released = await free(client)
      const won = await claim(client, share - kept.length)
      await client.query("commit")
      shards = new Set([...kept, ...won])
      renewedAtMs = askedAtMs
      return released > 0
    } catch (error) {
      shards = before
      throw error
    }
  }

  /** Store our weight, so that all agree on the shares. */
  async function fairShare(client: pg.PoolClient, felt: Pulse): Promise<number> {
    const { rows } = await client.query<ProberRow>(
      `select id, extract(epoch from now() - ipv4_proved_at)::float8 as "ipv4Age",
              extract(epoch from now() - ipv6_proved_at)::float8 as "ipv6Age", weight
         from prober`,
    )
    const own = rows.find((row) => row.id === id)
    const others = rows.filter((row) => row.id !== id)
    if (own === undefined) return shareOf(1, others, shardCount)
    const isProved = felt[4] !== false && felt[6] !== false
    const weight = weigh(own, others, isProved, clock.monotonicMs())
    if (weight !== own.weight) {
      await client.query("update prober set weight = $2 where id = $1", [id, weight])
    }
    return shareOf(weight, others, shardCount)
  }

  async function renew(): Promise<void> {
    const felt = await pulse()
    const client = await pool.connect()
    try {
      if (await exchange(client, felt)) onRelease?.()
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Renew our leases up to our share. */
  async function keep(client: pg.PoolClient, share: number): Promise<number[]> {
    const { rows } = await client.query<{ shard: number }>(
      `update probe_shard set lease_until = now() + $2 * interval '1 second'
        where shard in (select shard from probe_shard where holder = $1 order by shard limit $3 for update)
        returning shard`,
      [id, leaseSeconds, share],
    )
    return rows.map((row) => row.shard)
  }

  /** Release the shards that are not ours any more. @returns how many. */
  async function free(client: pg.Pool | pg.PoolClient): Promise<number> {
    const started: Record<number, number> = {}
    const passedOn: Record<number, number> = {}
    for (const shard of untaken) {
      const before = handovers.get(shard)
      if (before === undefined || shards.has(shard)) continue
      passedOn[shard] = before.releasedAt.getTime()
      for (const [seq, at] of before.started) started[seq] = at.getTime()
    }
    for (const { monitorSeq, startedAt } of unstored()) {
      if (!shards.has(monitorSeq % shardCount)) started[monitorSeq] = startedAt.getTime()
    }
    const { rowCount } = await client.query(
      `update probe_shard
          set holder = null, lease_until = null,
              released_at = coalesce(to_timestamp(($5::jsonb ->> shard::text)::float8 / 1000), now()),
              started = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each($3)
                          where key::int % $4 = shard)
        where holder = $1 and not (shard = any($2::int[]))`,
      [id, [...shards], started, shardCount, passedOn],
    )
    return rowCount ?? 0
  }

  async function claim(client: pg.PoolClient, count: number): Promise<number[]> {
    if (count <= 0) return []
    const { rows } = await client.query<{ shard: number }>(
      `with free as (
         select shard, released_at, started from probe_shard where holder is null or lease_until < now()
          order by shard limit $3 for update skip locked)
       update probe_shard p
          set holder = $1, lease_until = now() + $2 * interval '1 second', released_at = null, started = null
         from free where p.shard = free.shard
       returning p.shard, free.released_at as "releasedAt", free.started`,
      [id, leaseSeconds, count],
    )
    for (const row of rows) {
      untaken.add(row.shard)
      const { success, data } = releasedRow.safeParse(row)
      if (success) handovers.set(data.shard, toHandover(data))
      else handovers.delete(row.shard)
    }
    return rows.map((row) => row.shard)
  }

  return {
    renew: () => inTurn(renew),
    /** Shards that may be probed now; empty once the lease may have expired. */
    held(): ReadonlySet<number> {
      const isFresh = clock.monotonicMs() - renewedAtMs < (leaseSeconds - 2) * 1000
      return isFresh ? shards : new Set()
    },
    /** What the prober before us said when it released this shard; undefined if its lease expired. */
    handover: (shard: number): Handover | undefined => handovers.get(shard),
    /** Call when the monitors of a shard were read: from then on this prober checks them. */
    took(shard: number): void {
      untaken.delete(shard)
    },
    /** Release the shards at once instead of when the lease expires. */
    release: () =>
      inTurn(async () => {
        shards = new Set()
        await pool.query("delete from prober where id = $1", [id])
        await free(pool)
        onRelease?.()
      }),
  }
}

const toHandover = ({ releasedAt, started }: z.output<typeof releasedRow>): Handover => ({
  releasedAt,
  started: new Map(Object.entries(started).map(([seq, atMs]) => [Number(seq), new Date(atMs)])),
})

const unknown: Pulse = { 4: null, 6: null }

/** Since when probers have run without a break; null when none is running. */
export async function listeningSince(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ since: Date | null }>(
    "select min(started_at) as since from prober where seen_at > now() - $1 * interval '1 second'",
    [leaseSeconds],
  )
  return rows[0]?.since ?? null
}
