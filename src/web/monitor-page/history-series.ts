import { breakAtGaps, stack, type Column } from "../chart/chart-data.ts"
import type { Tone } from "../chart/palette.ts"
import type { Line } from "../chart/plot-options.ts"
import { phases } from "../check/phases.ts"
import type { History } from "./history-documents.ts"

type Named<Kind> = { name: string; tone: Kind; values: Column }

export type Series = {
  times: number[]
  stepSeconds: number
  quantiles: Named<Tone>[]
  /** Those that any check has, in order of time. */
  phases: Named<string>[]
}

const quantiles = [
  { name: "p50", key: "p50Ms", tone: "phase-first-byte", width: 2 },
  { name: "p95", key: "p95Ms", tone: "phase-transfer", width: 1.25 },
  { name: "p99", key: "p99Ms", tone: "phase-rest", width: 1 },
] as const

const stepSeconds: Record<History["responseTimes"]["step"], number> = {
  AUTO: 60,
  MINUTE: 60,
  TEN_MINUTES: 600,
  HOUR: 3600,
  DAY: 86_400,
}

/** Two checks that should have been in the chart but are missing make a gap. */
const missedSteps = 2.5

export function seriesOf({ responseTimes }: History, intervalSeconds: number): Series {
  const { points, step } = responseTimes
  const seconds = stepSeconds[step]
  const measured = phases.flatMap(({ key, name, tone }) =>
    key === null ? [] : [{ key, name, tone }],
  )
  const present = measured.filter(({ key }) => points.some((point) => point[key] !== null))
  const broken = breakAtGaps(
    points.map(({ at }) => Date.parse(at) / 1000),
    [
      ...quantiles.map(({ key }) => points.map((point) => point[key])),
      ...present.map(({ key }) => points.map((point) => point[key])),
    ],
    Math.max(seconds, intervalSeconds) * missedSteps,
  )
  const column = (at: number): Column => broken.columns[at] ?? []
  return {
    times: broken.times,
    stepSeconds: seconds,
    quantiles: quantiles.map(({ name, tone }, at) => ({ name, tone, values: column(at) })),
    phases: present.map(({ name, tone }, at) => ({
      name,
      tone,
      values: column(quantiles.length + at),
    })),
  }
}

export const quantileLines = (series: Series): Line[] =>
  series.quantiles.map((line, at) => ({ ...line, width: quantiles[at]?.width ?? 1 }))

/** Areas from the largest sum to the smallest, so that each covers the one behind it. */
export function phaseLines(series: Series): Line[] {
  const sums = stack(series.phases.map(({ values }) => values))
  return series.phases
    .map(({ name, tone }, at): Line => ({
      name,
      tone: `phase-${tone}` as Tone,
      width: 0,
      values: sums[at] ?? [],
      isFilled: true,
    }))
    .toReversed()
}
