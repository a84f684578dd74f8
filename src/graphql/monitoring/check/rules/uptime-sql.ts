import { excludedColumns, stateColumns, timeColumns } from "./uptime-times.ts"

/** More changes than one backdated decision can span: a run of 100 checks, each between two unknown periods. */
const lookBack = 300

const stateOf = (column: string) => column.replace("excluded_", "").replace("_ms", "")
const sumOf = (column: string, condition: string) =>
  `coalesce(sum(ms) filter (where ${condition}), 0)::bigint as ${column}`

/** Of a row with all columns, what counts: no correction leaves it out. */
export const upMs = "operational_ms + degraded_ms - excluded_operational_ms - excluded_degraded_ms"
export const downMs = "offline_ms - excluded_offline_ms"
export const excludedMs = excludedColumns.join(" + ")

/**
 * CTEs from `span (n, monitor_id, lo, hi)` to `times (n, operational_ms, …)`, limited to a monitor's lifetime. The
 * status at a moment is that of the last decision about it: a later decision overrides earlier ones from its own
 * `at` on. What corrections leave out counts in its state and once more as excluded. Without `materialized`, each sum would look up the state of every piece again.
 */
export const timesOfSpans = `
  cut as (
    select n, monitor_id, lo as at, hi from span where lo < hi
     union
    select n, s.monitor_id, c.at, hi
      from span s join status_change c on c.monitor_id = s.monitor_id and c.at > lo and c.at < hi
     union
    select n, s.monitor_id, edge.at, hi
      from span s join maintenance_monitor mm on mm.monitor_id = s.monitor_id
      join maintenance w on w.id = mm.maintenance_id and w.state <> 'cancelled'
     cross join lateral (values (w.starts_at), (w.ends_at)) edge (at)
     where edge.at > lo and edge.at < hi
     union
    select n, s.monitor_id, edge.at, hi
      from span s join correction_monitor cm on cm.monitor_id = s.monitor_id
      join correction w on w.id = cm.correction_id
     cross join lateral (values (w.starts_at), (w.ends_at)) edge (at)
     where edge.at > lo and edge.at < hi),
  piece as (
    select n, monitor_id, at as lo, lead(at, 1, hi) over (partition by n order by at) as hi from cut),
  timed as materialized (
    select n, round(extract(epoch from hi - lo) * 1000)::bigint as ms,
           case when exists (select from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
                              where mm.monitor_id = piece.monitor_id and w.state <> 'cancelled'
                                and w.starts_at <= lo and w.ends_at > lo)
                then 'maintenance'
                else coalesce((select "to"::text
                                 from (select "to", seq from status_change c
                                        where c.monitor_id = piece.monitor_id and c.at <= lo
                                        order by c.at desc, c.seq desc limit ${lookBack}) near
                                order by seq desc limit 1), 'unknown')
           end as state,
           exists (select from correction_monitor cm join correction w on w.id = cm.correction_id
                    where cm.monitor_id = piece.monitor_id and w.starts_at <= lo and w.ends_at > lo) as is_excluded
      from piece),
  times as (
    select n, ${[
      ...stateColumns.map((column) => sumOf(column, `state = '${stateOf(column)}'`)),
      ...excludedColumns.map((column) =>
        sumOf(column, `is_excluded and state = '${stateOf(column)}'`),
      ),
    ].join(", ")}
      from timed group by n)`

/**
 * CTEs from `part (n, id, status, status_since, lo, hi)` to `part_times (n, operational_ms, …)`, for spans that reach
 * up to now. If the last change is older than a part without maintenance and corrections, the current status applies to all of it.
 */
export const timesOfParts = `
  judged as materialized (
    select n, id, status::text as state, lo, hi,
           coalesce(status_since <= lo, false)
           and not exists (select from maintenance_monitor mm join maintenance w on w.id = mm.maintenance_id
                            where mm.monitor_id = part.id and w.state <> 'cancelled'
                              and w.starts_at < part.hi and w.ends_at > part.lo)
           and not exists (select from correction_monitor cm join correction w on w.id = cm.correction_id
                            where cm.monitor_id = part.id
                              and w.starts_at < part.hi and w.ends_at > part.lo) as is_calm
      from part where lo < hi),
  calm as (select n, state, extract(epoch from hi - lo)::float8 * 1000 as ms from judged where is_calm),
  span as (select n, id as monitor_id, lo, hi from judged where not is_calm),
  ${timesOfSpans},
  part_times as (
    select n, ${stateColumns.map((column) => `case when state = '${stateOf(column)}' then ms else 0 end as ${column}`).join(", ")},
           ${excludedColumns.map((column) => `0 as ${column}`).join(", ")}
      from calm
     union all
    select n, ${timeColumns.map((column) => `${column}::float8`).join(", ")} from times)`

/** The part of a span within a monitor's life, for the CTE `span`. */
export const lifeOf = (lo: string, hi: string) =>
  `greatest(${lo}, m.created_at) as lo, least(${hi}, m.deleted_at) as hi`

/** Above this, rows are passed as arrays. */
const fewRows = 4

/**
 * Rows passed to a statement, with their number `n` last. A few are written out: PostgreSQL estimates an array at
 * ten rows and would replan the statement each time, which costs more than running it.
 *
 * @param first the number of the first parameter.
 * @returns the table, its parameters, and a suffix for the statement's name.
 */
export function givenRows(types: string[], rows: unknown[][], first: number) {
  const parameter = (at: number, type: string) => `$${first + at}::${type}`
  if (rows.length > fewRows) {
    const arrays = types.map((type, at) => parameter(at, `${type}[]`))
    const values = types.map((_type, at) => rows.map((row) => row[at]))
    return { text: `unnest(${arrays.join(", ")}) with ordinality`, values, shape: "many" }
  }
  const written = rows.map((_row, n) => {
    const cells = types.map((type, at) => parameter(n * types.length + at, type))
    return `(${cells.join(", ")}, ${n + 1})`
  })
  const nothing = `select ${types.map((type) => `null::${type}`).join(", ")}, 0 where false`
  const text = `(${rows.length === 0 ? nothing : `values ${written.join(", ")}`})`
  return { text, values: rows.flat(), shape: `${rows.length}` }
}
