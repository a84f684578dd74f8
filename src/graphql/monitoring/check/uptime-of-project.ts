import type { Services } from "../../../platform/services.ts"
import { dayMs } from "./check-uptime.ts"
import { downMs, excludedMs, lifeOf, timesOfParts, upMs } from "./rules/uptime-sql.ts"

/** Shares from 0 to 1: up, of the time with data; coverage, of the window. */
export type Share = { up: number | null; coverage: number; excludedSeconds: number }

/** The last 24 hours, and the last 30 days with what there is of today. */
export type Uptimes = { day: Share; month: Share }

type Row = Record<`${"day" | "month"}_${"up" | "seen" | "excluded"}`, number> & { id: string }

const monthDays = 30
const seenMs = `${upMs} + ${downMs}`

/**
 * $1 project, $2 start of the last 24 hours, $3 start of the last 30 days (a midnight), $4 now. Reads whole days
 * from rollups and the rest from status changes.
 */
const query = `
  with part as (
    select row_number() over () as n, m.id, is_month, s.status, s.status_since, ${lifeOf("win.lo", "$4")}
      from monitor m
      left join monitor_state s on s.monitor_id = m.id
      left join monitor_rollup r on r.monitor_seq = m.seq
     cross join lateral (values
           (false, $2::timestamptz),
           (true, greatest($3::timestamptz, date_trunc('day', r.hours_until, 'UTC')))) win (is_month, lo)
     where m.project_id = $1 and m.deleted_at is null),
  ${timesOfParts},
  share (id, is_month, up, seen, excluded) as (
    select id, is_month, ${upMs}, ${seenMs}, ${excludedMs} from part join part_times using (n)
     union all
    select m.id, true, sum(${upMs})::float8, sum(${seenMs})::float8, sum(${excludedMs})::float8
      from monitor m
      join monitor_rollup r on r.monitor_seq = m.seq
      join monitor_day d on d.monitor_seq = m.seq and d.at >= $3 and d.at < date_trunc('day', r.hours_until, 'UTC')
     where m.project_id = $1 and m.deleted_at is null
     group by m.id)
  select id,
         ${["up", "seen", "excluded"]
           .flatMap((of) => [
             `coalesce(sum(${of}) filter (where not is_month), 0) as day_${of}`,
             `coalesce(sum(${of}) filter (where is_month), 0) as month_${of}`,
           ])
           .join(", ")}
    from share group by id`

/** The uptime of each live monitor of a project, in one statement however many there are. */
export async function readUptimeOfProject(
  { database: { pool }, clock }: Pick<Services, "database" | "clock">,
  projectId: string,
): Promise<Map<string, Uptimes>> {
  const now = clock.now().getTime()
  const month = Math.floor(now / dayMs) * dayMs - monthDays * dayMs
  const { rows } = await pool.query<Row>({
    name: "uptime-of-project",
    text: query,
    values: [projectId, ...[now - dayMs, month, now].map((time) => new Date(time).toISOString())],
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        day: share(row.day_up, row.day_seen, row.day_excluded, dayMs),
        month: share(row.month_up, row.month_seen, row.month_excluded, now - month),
      },
    ]),
  )
}

const share = (up: number, seen: number, excluded: number, wholeMs: number): Share => ({
  up: seen === 0 ? null : up / seen,
  coverage: seen / wholeMs,
  excludedSeconds: excluded / 1000,
})
