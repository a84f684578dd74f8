import { useMemo, useState } from "react"
import { ChartTable } from "../chart/chart-table.tsx"
import { PlotCanvas } from "../chart/plot-canvas.tsx"
import type { Tone } from "../chart/palette.ts"
import { percentInWords } from "../ui/percent.ts"
import { DayAndTime } from "../ui/time.tsx"
import type { SloWhole } from "./slo-documents.ts"
import { rateInWords, shareInWords } from "./slo-words.ts"
import { Card } from "../ui/card.tsx"

type Point = SloWhole["series"]["points"][number]
type Span = { from: string; to: string }

const ignore = () => {}
const seconds = (at: string) => Date.parse(at) / 1000
const percent = (value: number) => percentInWords(Math.round(value), 0)

/** The course of the budget and its burn rate over the window, with one cursor. */
export function BudgetCharts({ slo }: { slo: SloWhole }) {
  const { series } = slo
  const [held, hold] = useState<number | null>(null)
  const point = held === null ? undefined : series.points[held]
  const shared = { span: series, points: series.points, syncKey: `slo-${slo.id}`, onCursor: hold }
  return (
    <Card
      title="Error budget"
      side={
        <p className="muted small" aria-hidden="true">
          {point === undefined ? (
            `Last ${slo.windowDays} days`
          ) : (
            <>
              <DayAndTime at={point.at} /> · {shareInWords(point.remainingShare)} left ·{" "}
              {rateInWords(point.burnRate)}
            </>
          )}
        </p>
      }
    >
      <BudgetLine {...shared} height={200} label="Budget left over time, in percent." />
      <h3 className="slo-chart-title">Burn rate</h3>
      <Plot
        {...shared}
        height={120}
        label="Burn rate over time; the table has the values."
        tone="warning"
        value={({ burnRate }) => burnRate}
        format={(value) => `${Number(value.toFixed(1))}×`}
      />
      <ChartTable
        label="Error budget"
        heads={["From", "Budget left", "Burn rate"]}
        rows={() => rowsOf(series.points)}
      />
    </Card>
  )
}

type LineProps = {
  span: Span
  points: readonly Point[]
  syncKey: string
  height: number
  label: string
  onCursor?(index: number | null): void
}

export const BudgetLine = (props: LineProps) => (
  <Plot
    {...props}
    tone="accent"
    value={({ remainingShare }) => (remainingShare === null ? null : remainingShare * 100)}
    format={percent}
  />
)

type PlotProps = LineProps & {
  tone: Tone
  value(point: Point): number | null
  format(value: number): string
}

function Plot({ span, points, syncKey, height, label, tone, value, format, onCursor }: PlotProps) {
  const drawing = useMemo(
    () => ({
      times: points.map(({ at }) => seconds(at)),
      from: seconds(span.from),
      until: seconds(span.to),
      marks: [],
      ticks: [],
      format,
      lines: [{ name: label, tone, width: 1.5, values: points.map(value) }],
    }),
    [points, span.from, span.to],
  )
  return (
    <PlotCanvas
      label={label}
      drawing={drawing}
      height={height}
      syncKey={syncKey}
      onCursor={onCursor ?? ignore}
      onBrush={ignore}
    />
  )
}

const rowsOf = (points: readonly Point[]) =>
  points.toReversed().map(({ at, remainingShare, burnRate }) => ({
    key: at,
    cells: [<DayAndTime at={at} />, shareInWords(remainingShare), rateInWords(burnRate)],
  }))
