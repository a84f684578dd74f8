import { lifeOf, timesOfSpans } from "./uptime-sql.ts"
import { timeColumns as times } from "./uptime-times.ts"

/**
 * Latency is stored twice: exact quantiles per hour, and a histogram with buckets 4 % apart from 0.1 ms up.
 * Histograms add up over any longer span, and a quantile read from one is at most 2 % off; quantiles do not add up.
 */
const firstMs = 0.1
const growth = 1.04

/** The histogram bucket of a check. */
export const bucketOf = `floor(ln(greatest(duration_ms::float8, ${firstMs}) / ${firstMs}) / ln(${growth}::float8))::smallint`
/** The middle of a bucket, in milliseconds. */
export const middleOf = (bucket: string): string =>
  `${firstMs} * ${growth}::float8 ^ (${bucket} + 0.5)`

const statuses = ["operational", "degraded", "offline", "unknown"]
const counts = statuses.map((status) => `${status}_checks`)
const quantiles = { p50_ms: 0.5, p90_ms: 0.9, p99_ms: 0.99 }
const phases = ["dns_ms", "connect_ms", "tls_ms", "first_byte_ms", "transfer_ms"]

/** Only the duration of a check that got a response is a response time. */
export const isAnswered = "status in ('operational', 'degraded')"

const ofChecks = [
  ...counts,
  "latency_sum_ms",
  ...Object.keys(quantiles),
  "max_ms",
  "latency_buckets",
  "latency_counts",
  "phase_sums_ms",
  "phase_counts",
]
const columns = ["monitor_seq", "at", ...times, ...ofChecks].join(", ")

/** Fewer checks than before means that retention deleted some: keep the earlier count. */
const total = (table: string) => counts.map((count) => `${table}.${count}`).join(" + ")
const keepLarger = (table: string) =>
  [
    ...times.map((column) => `${column} = excluded.${column}`),
    ...ofChecks.map(
      (column) =>
        `${column} = case when ${total("excluded")} >= ${total(table)} then excluded.${column} else ${table}.${column} end`,
    ),
  ].join(", ")

const checks = `check_result c where c.monitor_seq = t.seq and c.started_at >= t.at and c.started_at < t.until
        and c.started_at >= $3 and c.started_at < $4`

/** $1 monitor numbers, $2 the beginnings of their hours, $3 and $4 the bounds of all of them. */
export const rollHours = `
  with target as (
    select n, m.seq, m.id, h.at, h.at + interval '1 hour' as until, m.created_at, m.deleted_at
      from unnest($1::int[], $2::timestamptz[]) with ordinality h (seq, at, n) join monitor m on m.seq = h.seq),
  span as (select n, id as monitor_id, ${lifeOf("at", "until")} from target m),
  ${timesOfSpans},
  checked as (
    select n, c.* from target t cross join lateral (
      select ${statuses.map((status) => `count(*) filter (where status = '${status}')::int as ${status}_checks`).join(", ")},
             coalesce(sum(duration_ms::float8) filter (where ${isAnswered}), 0) as latency_sum_ms,
             percentile_disc(array[${Object.values(quantiles).join(", ")}]::float8[]) within group (order by duration_ms)
               filter (where ${isAnswered}) as q,
             max(duration_ms) filter (where ${isAnswered}) as max_ms,
             array[${phases.map((phase) => `coalesce(sum(${phase}::float8) filter (where ${isAnswered}), 0)`).join(", ")}] as phase_sums_ms,
             array[${phases.map((phase) => `count(${phase}) filter (where ${isAnswered})`).join(", ")}]::int[] as phase_counts
        from ${checks}) c),
  shape as (
    select n, array_agg(bucket order by bucket) as latency_buckets, array_agg(many order by bucket) as latency_counts
      from target t cross join lateral (
        select ${bucketOf} as bucket, count(*)::int as many
          from ${checks} and ${isAnswered} group by 1) b
     group by n)
  insert into monitor_hour as stored (${columns})
  select t.seq, t.at, ${times.map((column) => `coalesce(${column}, 0)`).join(", ")}, ${counts.join(", ")},
         latency_sum_ms, q[1], q[2], q[3], max_ms, coalesce(latency_buckets, '{}'), coalesce(latency_counts, '{}'),
         phase_sums_ms, phase_counts
    from target t left join times using (n) join checked using (n) left join shape using (n)
  on conflict (monitor_seq, at) do update set ${keepLarger("stored")}`

const each = (array: string, kind: string) =>
  phases.map((_phase, at) => `coalesce(sum(${array}[${at + 1}]), 0)::${kind}`).join(", ")

/** $1 monitor numbers, $2 the beginnings of their days. A day is the sum of its hours. */
export const rollDays = `
  with target as (
    select * from unnest($1::int[], $2::timestamptz[]) with ordinality d (seq, at, n)),
  hour as (
    select n, h.* from target t join monitor_hour h
        on h.monitor_seq = t.seq and h.at >= t.at and h.at < t.at + interval '1 day'),
  whole as (
    select n, ${times.map((column) => `sum(${column})::int as ${column}`).join(", ")},
           ${counts.map((column) => `sum(${column})::int as ${column}`).join(", ")},
           sum(latency_sum_ms) as latency_sum_ms, max(max_ms) as max_ms,
           array[${each("phase_sums_ms", "float8")}] as phase_sums_ms,
           array[${each("phase_counts", "int")}] as phase_counts
      from hour group by n),
  bucket as (
    select n, b.bucket, sum(b.many)::int as many
      from hour cross join lateral unnest(latency_buckets, latency_counts) b (bucket, many) group by n, b.bucket),
  rising as (
    select n, bucket, many, sum(many) over (partition by n order by bucket) as reached,
           sum(many) over (partition by n) as total from bucket),
  shape as (
    select n, array_agg(bucket order by bucket) as latency_buckets, array_agg(many order by bucket) as latency_counts,
           ${Object.entries(quantiles)
             .map(
               ([name, share]) =>
                 `${middleOf(`min(bucket) filter (where reached >= ${share} * total)`)} as ${name}`,
             )
             .join(", ")}
      from rising group by n)
  insert into monitor_day as stored (${columns})
  select t.seq, t.at, ${[...times, ...counts].join(", ")}, latency_sum_ms,
         ${Object.keys(quantiles)
           .map((name) => `least(${name}, max_ms)`)
           .join(", ")}, max_ms,
         coalesce(latency_buckets, '{}'), coalesce(latency_counts, '{}'), phase_sums_ms, phase_counts
    from target t join whole using (n) left join shape using (n)
  on conflict (monitor_seq, at) do update set ${keepLarger("stored")}`
