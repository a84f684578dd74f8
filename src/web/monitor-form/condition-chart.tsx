import { useId, useMemo, useState } from "react"
import { ChartTable } from "../chart/chart-table.tsx"
import type { Mark, Tick } from "../chart/marks.ts"
import { PlotCanvas } from "../chart/plot-canvas.tsx"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { valueInWords } from "../services/figures.ts"
import { isNotStarted } from "../services/no-telemetry.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { ConditionSeries, type ConditionInput, type ConditionPoint } from "./condition-documents.ts"
import { measureWords } from "../monitor/measure-words.ts"
import { minutesInWords } from "../monitor/monitor-messages.ts"
import { Card } from "../ui/card.tsx"

type Span = { from: Date; until: Date }
type Props = {
  condition: ConditionInput
  /** What is shown. */
  span: Span
  /** What is read: may end in the future, so that the request stays the same while the clock moves. */
  asked?: { from: string; to: string }
  marks?: readonly Mark[]
  ticks?: readonly Tick[]
  onBrush?(from: Date, until: Date): void
}

const mostWindows = 10_080
const minuteMs = 60_000
const leastRefreshMs = 30_000
const none: readonly never[] = []
const ignore = () => {}
const seconds = (at: string) => Date.parse(at) / 1000

/** A card with the value of a condition over time. */
export function ConditionChart(props: Props) {
  const { condition } = props
  return (
    <Card
      title={titleOf(condition)}
      side={<span className="muted small">each {minutesInWords(minutesOf(condition))}</span>}
    >
      <ConditionValues {...props} />
    </Card>
  )
}

/** The value of a condition over time, with its threshold. */
export function ConditionValues(props: Props) {
  const { condition, span } = props
  const minutes = minutesOf(condition)
  const lengthMs = span.until.getTime() - span.from.getTime()
  if (lengthMs <= mostWindows * minutes * minuteMs) return <Values {...props} />
  return (
    <p className="card-body muted">
      This range is too long for windows of {minutes} min. Choose a shorter one.
    </p>
  )
}

const minutesOf = ({ minutes }: ConditionInput): number => minutes ?? 5

const titleOf = ({ measure, metric }: ConditionInput): string =>
  `${measureWords[measure]}${metric ? ` of ${metric}` : ""}`

function Values({ condition, span, asked, marks = none, ticks = none, onBrush }: Props) {
  const { id: projectId } = useProject()
  const syncKey = useId()
  const [held, hold] = useState<number | null>(null)
  const { data, error, isFirst, again } = useRead(ConditionSeries, {
    projectId,
    condition: inputOf(condition),
    from: asked?.from ?? span.from.toISOString(),
    to: asked?.to ?? span.until.toISOString(),
  })
  // A point changes once a window at most, and the query reads the whole range. A fixed one stays as it is.
  const lengthMs = span.until.getTime() - span.from.getTime()
  const everyMs = Math.max(leastRefreshMs, minutesOf(condition) * (minuteMs / 2), lengthMs / 360)
  useRefresh(asked === undefined ? ignore : again, everyMs)
  const points = data?.project?.conditionSeries ?? none
  const from = span.from.getTime() / 1000
  const until = span.until.getTime() / 1000
  const format = (value: number) => valueInWords(value, unitOf(condition))
  const drawing = useMemo(
    () => ({
      times: points.map(({ to }) => seconds(to)),
      from,
      until,
      marks,
      ticks,
      format,
      lines: [
        { name: "Value", tone: "accent", width: 1.5, values: points.map(({ value }) => value) },
        {
          name: "Threshold",
          tone: "bad",
          width: 1,
          isDashed: true,
          values: points.map(() => condition.threshold),
        },
      ] as const,
    }),
    [points, from, until, marks, ticks, condition.threshold],
  )
  const point = held === null ? undefined : points[held]
  if (isFirst) return <Waiting rows={4} />
  return (
    <>
      <Missing error={isNotStarted(error) ? null : error} onAgain={again} />
      <div className="chart-body">
        <p className="chart-readout">
          <span className="chart-key">
            <span className="swatch" style={{ background: "var(--accent)" }} /> Value
            <strong>{point === undefined ? "" : valueOf(point, format)}</strong>
          </span>
          <span className="chart-key">
            <span className="swatch" style={{ background: "var(--bad)" }} /> Threshold
            <strong>{format(condition.threshold)}</strong>
          </span>
          <span className="muted small">
            {point === undefined ? summaryOf(condition, points) : <DayAndTime at={point.to} />}
          </span>
        </p>
        <PlotCanvas
          label={`${titleOf(condition)}: ${summaryOf(condition, points)}; the table has the values.`}
          drawing={drawing}
          height={200}
          syncKey={syncKey}
          onCursor={hold}
          onBrush={
            onBrush === undefined
              ? ignore
              : (low, high) => onBrush(new Date(low * 1000), new Date(Math.min(high, until) * 1000))
          }
        />
      </div>
      <ChartTable
        label="Values of each window"
        heads={["Window until", "Value", "Rows", "Result"]}
        notes={[...marks, ...ticks].map(({ words }) => words)}
        rows={() => rowsOf(points, format)}
      />
    </>
  )
}

/** Without what a cached answer has besides. */
const inputOf = ({
  query,
  measure,
  metric,
  instrument,
  by,
  comparison,
  threshold,
  minutes,
}: ConditionInput): ConditionInput => ({
  query: query ?? null,
  measure,
  metric: metric ?? null,
  instrument: instrument ?? null,
  by: by ?? null,
  comparison,
  threshold,
  minutes: minutes ?? null,
})

/** "12", "12 for mail", "No data". */
const valueOf = ({ value, group }: ConditionPoint, format: (value: number) => string): string =>
  value === null ? "No data" : `${format(value)}${group === null ? "" : ` for ${group}`}`

function summaryOf(condition: ConditionInput, points: readonly ConditionPoint[]): string {
  if (points.length === 0) return "No windows in this range"
  const failing = points.filter(({ isFailing }) => isFailing).length
  const [first, second] = points
  const isWhole =
    second === undefined ||
    first === undefined ||
    seconds(second.to) - seconds(first.to) <= minutesOf(condition) * 60
  const each = isWhole ? "windows" : "points, each the worst of several windows,"
  return `${failing} of ${points.length} ${each} out of bounds`
}

const rowsOf = (points: readonly ConditionPoint[], format: (value: number) => string) =>
  points.toReversed().map((point) => ({
    key: point.to,
    cells: [
      <DayAndTime at={point.to} />,
      valueOf(point, format),
      point.rows.toLocaleString(),
      point.value === null ? "No data" : point.isFailing ? "Out of bounds" : "Within bounds",
    ],
  }))

function unitOf({ measure }: ConditionInput): string {
  if (measure === "ERROR_PERCENT") return "%"
  if (measure === "DURATION_P95") return "ms"
  return measure === "RATE" ? "/s" : ""
}
