import type { Services } from "../../../platform/services.ts"
import { invalid } from "../../kernel/errors.ts"
import { bucketOf, isAnswered, middleOf } from "./rules/rollup-sql.ts"
import { dayMs, hourMs, pastWindow, readRolledUntil } from "./check-uptime.ts"

export type Step = "minute" | "tenMinutes" | "hour" | "day"

/** Response times of one step, in milliseconds. */
export type Point = {
  at: Date
  checks: number
  average: number
  p50: number
  p90: number
  p95: number
  p99: number
  max: number
  dns: number | null
  connect: number | null
  tls: number | null
  firstByte: number | null
  transfer: number | null
}

export type Series = { monitorSeq: number; from: Date; to: Date; step: Step; points: Point[] }

/** Of a whole window; null without a response. */
export type Quantiles = {
  checks: number
  p50: number | null
  p95: number | null
  p99: number | null
}

const stepMs: Record<Step, number> = {
  minute: 60_000,
  tenMinutes: 600_000,
  hour: hourMs,
  day: dayMs,
}
/** The longest window of each step: about 1,500 points. */
const longest: Record<Step, number> = {
  minute: dayMs,
  tenMinutes: 3 * dayMs,
  hour: 62 * dayMs,
  day: 1500 * dayMs,
}
/** As GraphQL names them. */
const stepNames: Record<Step, string> = {
  minute: "MINUTE",
  tenMinutes: "TEN_MINUTES",
  hour: "HOUR",
  day: "DAY",
}
const isRolledUp = (step: Step) => step === "hour" || step === "day"

/** AUTO: minutes up to six hours, hours up to two weeks, days beyond. */
function chooseStep(windowMs: number): Step {
  if (windowMs <= 6 * hourMs) return "minute"
  return windowMs <= 14 * dayMs ? "hour" : "day"
}

const phases = {
  dns: "dns",
  connect: "connect",
  tls: "tls",
  first_byte: "firstByte",
  transfer: "transfer",
}

/** Hours and days have no stored 95th percentile: it is read from their histogram. */
const rolledP95 = `least(max_ms, (select ${middleOf("min(bucket)")}
    from (select bucket, sum(many) over (order by bucket) as reached, sum(many) over () as total
            from unnest(latency_buckets, latency_counts) as histogram (bucket, many)) rising
   where reached >= 0.95 * total))`

const rolledPoint = `at, operational_checks + degraded_checks as checks,
  latency_sum_ms / nullif(operational_checks + degraded_checks, 0) as average,
  p50_ms as p50, p90_ms as p90, ${rolledP95} as p95, p99_ms as p99, max_ms as max, ${Object.values(
    phases,
  )
    .map((name, at) => `phase_sums_ms[${at + 1}] / nullif(phase_counts[${at + 1}], 0) as "${name}"`)
    .join(", ")}`

const rawPoint = `date_bin(make_interval(secs => $6), started_at, 'epoch') as at, count(*)::int as checks,
  avg(duration_ms) as average,
  percentile_disc(0.5) within group (order by duration_ms) as p50,
  percentile_disc(0.9) within group (order by duration_ms) as p90,
  percentile_disc(0.95) within group (order by duration_ms) as p95,
  percentile_disc(0.99) within group (order by duration_ms) as p99, max(duration_ms) as max,
  ${Object.entries(phases)
    .map(([column, name]) => `avg(${column}_ms) as "${name}"`)
    .join(", ")}`

/**
 * Response times of a window, widened to whole steps: closed hours and days from rollups, the rest from checks.
 * Steps without a response have no point.
 * @throws {DomainError} validation_failed if the window is empty, or too long for the step.
 */
export async function readResponseTimes(
  ctx: Pick<Services, "database" | "clock">,
  monitorSeq: number,
  given: { from: Date; to: Date; step: Step | "auto" },
): Promise<Series> {
  const window = pastWindow(given, ctx.clock.now())
  const length = window.to.getTime() - window.from.getTime()
  const step = given.step === "auto" ? chooseStep(length) : given.step
  const unit = stepMs[step]
  if (length > longest[step]) {
    throw invalid(
      "#/step",
      `is too fine for this window: ${stepNames[step]} allows at most ${longest[step] / dayMs} days; choose AUTO`,
    )
  }
  const from = new Date(Math.floor(window.from.getTime() / unit) * unit)
  const to = new Date(Math.ceil(window.to.getTime() / unit) * unit)
  const rolled = isRolledUp(step) ? await rolledUntil(ctx, monitorSeq, { from, to, unit }) : from
  const { rows: points } = await ctx.database.pool.query<Point>({
    name: `response-times-${step}`,
    text: `select * from (
        select ${rolledPoint} from ${step === "day" ? "monitor_day" : "monitor_hour"}
         where monitor_seq = $1 and at >= $2 and at < $3
        union all
        select ${rawPoint} from check_result
         where monitor_seq = $1 and started_at >= $4 and started_at < $5 and ${isAnswered} group by 1) point
      where checks > 0 order by at`,
    values: [monitorSeq, from, rolled, rolled, to, unit / 1000].map((value) =>
      value instanceof Date ? value.toISOString() : value,
    ),
  })
  return { monitorSeq, from, to, step, points }
}

/** Quantiles of all responses of a chart's window, at most 2% off. */
export async function readQuantiles(
  ctx: Pick<Services, "database">,
  { monitorSeq, from, to, step }: Omit<Series, "points">,
): Promise<Quantiles> {
  const unit = stepMs[step]
  const rolled = isRolledUp(step) ? await rolledUntil(ctx, monitorSeq, { from, to, unit }) : from
  const { rows } = await ctx.database.pool.query<Quantiles>({
    name: `response-quantiles-${step}`,
    text: `with bucket as (
        select b.bucket, sum(b.many) as many
          from ${step === "day" ? "monitor_day" : "monitor_hour"}
         cross join lateral unnest(latency_buckets, latency_counts) as b (bucket, many)
         where monitor_seq = $1 and at >= $2 and at < $3 group by 1
        union all
        select ${bucketOf}, count(*) from check_result
         where monitor_seq = $1 and started_at >= $3 and started_at < $4 and ${isAnswered} group by 1),
      rising as (
        select bucket, sum(many) over (order by bucket) as reached, sum(many) over () as total from bucket)
      select coalesce(max(total), 0)::int as checks, ${[50, 95, 99]
        .map(
          (share) =>
            `${middleOf(`min(bucket) filter (where reached >= ${share / 100} * total)`)} as p${share}`,
        )
        .join(", ")} from rising`,
    values: [monitorSeq, from.toISOString(), rolled.toISOString(), to.toISOString()],
  })
  return rows[0] ?? { checks: 0, p50: null, p95: null, p99: null }
}

async function rolledUntil(
  ctx: Pick<Services, "database">,
  monitorSeq: number,
  { from, to, unit }: { from: Date; to: Date; unit: number },
): Promise<Date> {
  const until = Math.floor((await readRolledUntil(ctx, monitorSeq)) / unit) * unit
  return new Date(Math.min(Math.max(until, from.getTime()), to.getTime()))
}
