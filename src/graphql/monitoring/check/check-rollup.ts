import type pg from "pg"
import { holdLock } from "../../../platform/hold-lock.ts"
import type { Services } from "../../../platform/services.ts"
import { rollDays, rollHours } from "./rules/rollup-sql.ts"

/** One process at a time rolls. */
const rollupLock = 7_210_043
/** An hour is closed this long after its end; later results roll it up again. */
const graceMinutes = 2
const monitorsAtOnce = 500
const hoursAtOnce = 24
const touchesAtOnce = 500
const dirtyAtOnce = 2000
/** Hourly rollups older than this are deleted; only daily ones remain. */
export const hourMonths = 13

type Hour = { seq: number; at: Date }
/** A monitor whose hours are being closed, until `until`. */
type Closing = { seq: number; from: Date; until: Date }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Brings hourly and daily rollups up to date: closes all hours that ended since the last run and repeats those that
 * changed. Idempotent, also if interrupted or late. An error for one monitor is logged and does not stop the
 * others.
 * @returns the number of hours rolled up; null if another process is running.
 */
export async function rollUp(
  services: Pick<Services, "database" | "log">,
  isStopping: () => boolean = () => false,
): Promise<number | null> {
  return holdLock(services.database.connectionString, rollupLock, () =>
    rollAll(services, isStopping),
  )
}

async function rollAll(
  { database: { pool }, log }: Pick<Services, "database" | "log">,
  isStopping: () => boolean,
): Promise<number> {
  const client = await pool.connect()
  let isBroken = true
  try {
    const faulty = new Set<number>()
    const attempt = async (seqs: number[], work: (seqs: number[]) => Promise<number>) => {
      try {
        return await work(seqs)
      } catch (error) {
        if (!isOfData(error)) throw error
        const only = seqs.length === 1 ? seqs[0] : undefined
        if (only !== undefined) {
          faulty.add(only)
          log.error(
            { err: error, monitorSeq: only },
            "rollup: skipped a monitor because of an error",
          )
          return 0
        }
      }
      let rolled = 0
      for (const seq of seqs) rolled += await attempt([seq], work)
      return rolled
    }
    const run: Run = { client, faulty, attempt, isStopping }
    await takeTouches(run)
    const rolled = (await closeHours(run)) + (await rollDirty(run))
    isBroken = false
    return rolled
  } finally {
    client.release(isBroken)
  }
}

type Run = {
  client: pg.PoolClient
  faulty: Set<number>
  attempt(seqs: number[], work: (seqs: number[]) => Promise<number>): Promise<number>
  isStopping(): boolean
}

/** Classes 22 and 23: the rows are at fault, and another monitor's may be well. */
const isOfData = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^2[23]/.test(String(error.code))

/** Marks closed hours with changes to be rolled up again. Open hours need nothing. */
async function takeTouches({ client, isStopping }: Run): Promise<void> {
  let taken = touchesAtOnce
  while (taken === touchesAtOnce && !isStopping()) {
    const { rows } = await client.query<{ taken: number }>(
      `with gone as (
         delete from rollup_touch where id in (select id from rollup_touch order by id limit $1) returning *),
       dirty as (
         insert into rollup_dirty (monitor_seq, at)
         select distinct r.monitor_seq, hour.at
           from gone cross join lateral unnest(monitor_seqs) as touched (seq)
           join monitor_rollup r on r.monitor_seq = touched.seq and r.hours_until > gone.from
          cross join lateral generate_series(
            date_trunc('hour', greatest(gone.from, now() - make_interval(months => $2)), 'UTC'),
            least(gone.to, r.hours_until - interval '1 ms'), interval '1 hour') as hour (at)
         on conflict do nothing)
       select count(*)::int as taken from gone`,
      [touchesAtOnce, hourMonths],
    )
    taken = rows[0]?.taken ?? 0
  }
}

async function closeHours(run: Run): Promise<number> {
  const { client, faulty, attempt, isStopping } = run
  let all = 0
  let rolled = 0
  let after = 0
  do {
    const { rows } = await client.query<Closing>(
      `select * from (
         select m.seq, coalesce(r.hours_until, date_trunc('hour', m.created_at, 'UTC')) as "from",
                least(date_trunc('hour', now() - make_interval(mins => $1), 'UTC'),
                      date_trunc('day', m.deleted_at, 'UTC') + interval '1 day',
                      coalesce(r.hours_until, date_trunc('hour', m.created_at, 'UTC')) + make_interval(hours => $2)) as until
           from monitor m left join monitor_rollup r on r.monitor_seq = m.seq
          where m.seq > $3) open
        where until > "from" and seq <> all($4::int[]) order by seq limit $5`,
      [graceMinutes, hoursAtOnce, after, [...faulty], monitorsAtOnce],
    )
    if (rows.length > 0) {
      const bySeq = new Map(rows.map((row) => [row.seq, row]))
      rolled += await attempt([...bySeq.keys()], (seqs) =>
        close(
          client,
          seqs.flatMap((seq) => bySeq.get(seq) ?? []),
        ),
      )
    }
    after = rows.at(-1)?.seq ?? 0
    if (after === 0) {
      all += rolled
      // Repeats for monitors that lag by days, until a pass finds nothing.
      if (rolled === 0) return all
      rolled = 0
    }
  } while (!isStopping())
  return all + rolled
}

function close(client: pg.PoolClient, closing: Closing[]): Promise<number> {
  const hours = closing.flatMap(({ seq, from, until }) => {
    const count = (until.getTime() - from.getTime()) / hourMs
    return Array.from({ length: count }, (_hour, n) => ({
      seq,
      at: new Date(from.getTime() + n * hourMs),
    }))
  })
  return roll(client, hours, () =>
    client.query(
      `insert into monitor_rollup (monitor_seq, hours_until) select * from unnest($1::int[], $2::timestamptz[])
       on conflict (monitor_seq) do update set hours_until = excluded.hours_until`,
      [closing.map(({ seq }) => seq), closing.map(({ until }) => until.toISOString())],
    ),
  )
}

async function rollDirty({ client, faulty, attempt, isStopping }: Run): Promise<number> {
  let rolled = 0
  while (!isStopping()) {
    const { rows } = await client.query<Hour>(
      `select monitor_seq as seq, at from rollup_dirty where monitor_seq <> all($1::int[])
        order by monitor_seq, at limit $2`,
      [[...faulty], dirtyAtOnce],
    )
    if (rows.length === 0) break
    const bySeq = Map.groupBy(rows, ({ seq }) => seq)
    rolled += await attempt([...bySeq.keys()], (seqs) => {
      const hours = seqs.flatMap((seq) => bySeq.get(seq) ?? [])
      return roll(client, hours, () =>
        client.query(
          `delete from rollup_dirty d using unnest($1::int[], $2::timestamptz[]) as done (seq, at)
            where d.monitor_seq = done.seq and d.at = done.at`,
          columns(hours),
        ),
      )
    })
  }
  return rolled
}

const columns = (hours: Hour[]) => [
  hours.map(({ seq }) => seq),
  hours.map(({ at }) => at.toISOString()),
]

/** Rolls hours and the closed days they are in, and writes down that it was done, in one transaction. */
async function roll(
  client: pg.PoolClient,
  hours: Hour[],
  markDone: () => Promise<unknown>,
): Promise<number> {
  const starts = hours.map(({ at }) => at.getTime())
  const lo = starts.reduce((one, other) => Math.min(one, other))
  const hi = starts.reduce((one, other) => Math.max(one, other)) + hourMs
  await client.query("begin")
  try {
    const bounds = [new Date(lo).toISOString(), new Date(hi).toISOString()]
    await client.query(rollHours, [...columns(hours), ...bounds])
    await markDone()
    const days = new Map(
      hours.map(({ seq, at }) => {
        const day = new Date(Math.floor(at.getTime() / dayMs) * dayMs)
        return [`${seq} ${day.getTime()}`, { seq, at: day }]
      }),
    )
    const { rows } = await client.query<Hour>(
      `select d.seq, d.at from unnest($1::int[], $2::timestamptz[]) as d (seq, at)
         join monitor_rollup r on r.monitor_seq = d.seq and r.hours_until >= d.at + interval '1 day'`,
      columns([...days.values()]),
    )
    if (rows.length > 0) await client.query(rollDays, columns(rows))
    await client.query("commit")
    return hours.length
  } catch (error) {
    await client.query("rollback")
    throw error
  }
}
