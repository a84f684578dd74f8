import type pg from "pg"
import type { Clock } from "../clock.ts"
import type { Meter, Reading } from "./meter.ts"
import { monthOf, refusedBy, windowMs } from "./meter.ts"

type Row = { isTaken: boolean; minuteUsed: number; minuteEndsInMs: number; monthUsed: number }

/** `floor`: what is known from elsewhere to have been used of the month. */
export type Floor = (projectId: string) => number

/** The stored beginning is rounded to a millisecond, so it can lie a little ahead. */
const msLeft = `least(${windowMs}, ${windowMs} - extract(epoch from now() - window_started_at) * 1000)::float8`
const isOpen = `c.window_started_at > now() - interval '${windowMs} ms'`
const monthUsed = `case when c.month = $2::date then greatest(c.month_used, $3::int) else $3::int end`

/** One statement, so that the row's lock makes the count exact; a crash may forget the last instant of it. */
const countStatement = {
  name: "count-request",
  text: `
    with quick as materialized (select set_config('synchronous_commit', 'off', true)),
    taken as (
      insert into request_count as c (project_id, month, month_used, window_started_at, window_used)
      select $1::uuid, $2::date, $3::int + 1, now(), 1 from quick where $3::int < $5::int and $4::int > 0
      on conflict (project_id) do update
         set month = $2::date, month_used = ${monthUsed} + 1,
             window_used = case when ${isOpen} then c.window_used + 1 else 1 end,
             window_started_at = case when ${isOpen} then c.window_started_at else now() end
       where ${monthUsed} < $5::int and not (${isOpen} and c.window_used >= $4::int)
      returning c.window_used, c.window_started_at, c.month_used)
    select true as "isTaken", window_used as "minuteUsed", month_used as "monthUsed",
           ${msLeft}
             as "minuteEndsInMs"
      from taken`,
}

const readStatement = {
  name: "read-request-count",
  text: `
    select false as "isTaken", ${monthUsed} as "monthUsed",
           case when ${isOpen} then c.window_used else 0 end as "minuteUsed",
           case when ${isOpen} then ${msLeft} else ${windowMs} end as "minuteEndsInMs"
      from request_count c where c.project_id = $1::uuid`,
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
  /** Makes sure that no less than this is known to have been used of the present month. */
  keep(used: ReadonlyMap<string, number>): Promise<void>
}

/** Counts in PostgreSQL: where there is no Redis, and while it is away. */
export function createPostgresMeter(
  pool: pg.Pool,
  clock: Clock,
  floor: Floor = () => 0,
): PostgresMeter {
  const month = () => monthOf(clock.now()).startsAt.toISOString().slice(0, 10)

  const read: Meter["read"] = async (projectId, allowance) => {
    const known = floor(projectId)
    const values = [projectId, month(), known]
    const { rows } = await pool.query<Row>({ ...readStatement, values })
    const { minuteUsed, minuteEndsInMs, monthUsed } = rows[0] ?? {
      minuteUsed: 0,
      minuteEndsInMs: windowMs,
      monthUsed: known,
    }
    const refused = refusedBy(allowance, minuteUsed, monthUsed)
    return { refusedBy: refused, minuteUsed, minuteEndsInMs, monthUsed }
  }

  return {
    read,
    async count(projectId, allowance): Promise<Reading> {
      const { perMinute, perMonth } = allowance
      for (;;) {
        const values = [projectId, month(), floor(projectId), perMinute, perMonth]
        const { rows } = await pool.query<Row>({ ...countStatement, values })
        if (rows[0] !== undefined) {
          const { minuteUsed, minuteEndsInMs, monthUsed } = rows[0]
          return { refusedBy: null, minuteUsed, minuteEndsInMs, monthUsed }
        }
        const reading = await read(projectId, allowance)
        // The window may have ended between the two statements: then there is room again.
        if (reading.refusedBy !== null) return reading
      }
    },
    async keep(used) {
      await pool.query({
        ...keepStatement,
        values: [month(), [...used.keys()], [...used.values()]],
      })
    },
    close: () => Promise.resolve(),
  }
}
