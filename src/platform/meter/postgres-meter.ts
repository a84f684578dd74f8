import type pg from "pg"
import type { Meter, Reading } from "./meter.ts"
import { refusedBy, windowMs } from "./meter.ts"

type Row = { minuteUsed: number; minuteEndsInMs: number; monthUsed: number; nowMs: number }

/** Usage of a month known from elsewhere; `month` is its first day. */
export type Known = { month: string; used: number }
export type Floor = (projectId: string) => Known

const nothing: Known = { month: "-infinity", used: 0 }

/** The stored start is rounded to milliseconds, so it may be slightly in the future. */
const msLeft = `least(${windowMs}, ${windowMs} - extract(epoch from now() - window_started_at) * 1000)::float8`
const isOpen = `c.window_started_at > now() - interval '${windowMs} ms'`
/** From PostgreSQL's clock, so that a wrong local clock does not start a month. */
const thisMonth = "date_trunc('month', now() at time zone 'UTC')::date"
const known = `case when $2::date = ${thisMonth} then $3::int else 0 end`
const monthUsed = `case when c.month = ${thisMonth} then greatest(c.month_used, ${known}) else ${known} end`
const nowMs = `extract(epoch from now())::float8 * 1000 as "nowMs"`

/** One statement, whose row lock makes the count exact. A crash may lose the last moments. */
const countStatement = {
  name: "count-request",
  text: `
    with quick as materialized (select set_config('synchronous_commit', 'off', true)),
    taken as (
      insert into request_count as c (project_id, month, month_used, window_started_at, window_used)
      select $1::uuid, ${thisMonth}, ${known} + 1, now(), 1 from quick where ${known} < $5::int and $4::int > 0
      on conflict (project_id) do update
         set month = ${thisMonth}, month_used = ${monthUsed} + 1,
             window_used = case when ${isOpen} then c.window_used + 1 else 1 end,
             window_started_at = case when ${isOpen} then c.window_started_at else now() end
       where ${monthUsed} < $5::int and not (${isOpen} and c.window_used >= $4::int)
      returning c.window_used, c.window_started_at, c.month_used)
    select window_used as "minuteUsed", month_used as "monthUsed", ${nowMs},
           ${msLeft} as "minuteEndsInMs"
      from taken`,
}

const readStatement = {
  name: "read-request-count",
  text: `
    select ${monthUsed} as "monthUsed", ${nowMs},
           case when ${isOpen} then c.window_used else 0 end as "minuteUsed",
           case when ${isOpen} then ${msLeft} else ${windowMs} end as "minuteEndsInMs"
      from (select $1::uuid as project_id) asked left join request_count c using (project_id)`,
}

const keepStatement = {
  name: "keep-request-counts",
  text: `
    insert into request_count as c (project_id, month, month_used, window_started_at, window_used)
    select id, $1::date, used, now() - interval '${windowMs} ms', 0
      from unnest($2::uuid[], $3::int[]) as row (id, used) join project using (id)
     order by id
    on conflict (project_id) do update
       set month = greatest(c.month, excluded.month),
           month_used = case when c.month < excluded.month then excluded.month_used
                             when c.month > excluded.month then c.month_used
                             else greatest(c.month_used, excluded.month_used) end`,
}

export type PostgresMeter = Meter & {
  /** Raises the stored usage of a month to at least these values; `month` is its first day. */
  keep(month: string, used: ReadonlyMap<string, number>): Promise<void>
  /** PostgreSQL's current time. */
  now(): Promise<Date>
}

/** Counts in PostgreSQL: for installations without Redis, and while Redis is down. */
export function createPostgresMeter(pool: pg.Pool, floor: Floor = () => nothing): PostgresMeter {
  const read: Meter["read"] = async (projectId, allowance) => {
    const { month, used } = floor(projectId)
    const values = [projectId, month, used]
    const [row] = (await pool.query<Row>({ ...readStatement, values })).rows
    if (row === undefined) throw new Error("the query must return a row")
    return readingOf(row, refusedBy(allowance, row.minuteUsed, row.monthUsed))
  }

  return {
    read,
    async count(projectId, allowance): Promise<Reading> {
      const { perMinute, perMonth } = allowance
      for (;;) {
        const { month, used } = floor(projectId)
        const values = [projectId, month, used, perMinute, perMonth]
        const { rows } = await pool.query<Row>({ ...countStatement, values })
        if (rows[0] !== undefined) return readingOf(rows[0], null)
        const reading = await read(projectId, allowance)
        // The window may have ended between the two statements; then the project is below the limit again.
        if (reading.refusedBy !== null) return reading
      }
    },
    async keep(month, used) {
      await pool.query({ ...keepStatement, values: [month, [...used.keys()], [...used.values()]] })
    },
    async now() {
      const { rows } = await pool.query<{ nowMs: number }>(`select ${nowMs}`)
      return new Date(rows[0]?.nowMs ?? Number.NaN)
    },
    close: () => Promise.resolve(),
  }
}

const readingOf = ({ nowMs, ...row }: Row, refused: Reading["refusedBy"]): Reading => ({
  ...row,
  refusedBy: refused,
  now: new Date(nowMs),
})
