import type { Transaction } from "../../kernel/transaction.ts"
import { lifeOf, timesOfSpans } from "../check/rules/uptime-sql.ts"
import { excludedColumns } from "../check/rules/uptime-times.ts"

/** $1 monitors, $2 and $3 the span. Locks in the order in which rollups write. */
const correct = (table: "monitor_hour" | "monitor_day", unit: "hour" | "day") => `
  with locked as materialized (
    select h.monitor_seq, h.at, m.id, m.created_at, m.deleted_at
      from monitor m join ${table} h on h.monitor_seq = m.seq
       and h.at > $2::timestamptz - interval '1 ${unit}' and h.at < $3::timestamptz
     where m.id = any($1::uuid[]) order by h.monitor_seq, h.at for update of h),
  target as (
    select row_number() over () as n, m.id as monitor_id, monitor_seq, at,
           ${lifeOf("at", `at + interval '1 ${unit}'`)} from locked m),
  span as (select n, monitor_id, lo, hi from target),
  ${timesOfSpans}
  update ${table} h
     set ${excludedColumns.map((column) => `${column} = coalesce(times.${column}, 0)`).join(", ")}
    from target left join times using (n)
   where h.monitor_seq = target.monitor_seq and h.at = target.at`

const hours = correct("monitor_hour", "hour")
const days = correct("monitor_day", "day")

/** A rollup that runs now may not see the correction and overwrites it: the touch repeats these hours. */
const touch = `
  insert into rollup_touch (monitor_seqs, "from", "to")
  select array_agg(seq), $2::timestamptz, $3::timestamptz from monitor where id = any($1::uuid[])`

type Span = { startsAt: Date; endsAt: Date }

/** Makes closed hours and days agree with the corrections of monitors, at once and however old they are. */
export async function correctRollups(
  tx: Transaction,
  monitorIds: string[],
  { startsAt, endsAt }: Span,
): Promise<void> {
  const values = [monitorIds, startsAt, endsAt]
  await tx.query({ name: "correct-hours", text: hours, values })
  await tx.query({ name: "correct-days", text: days, values })
  await tx.query({ name: "touch-corrected", text: touch, values })
}
