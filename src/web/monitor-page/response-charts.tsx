import { useMemo, useRef, useState } from "react"
import { toCsv } from "../chart/chart-data.ts"
import { ChartTable } from "../chart/chart-table.tsx"
import { PlotCanvas } from "../chart/plot-canvas.tsx"
import type { Mark, Tick } from "../chart/marks.ts"
import { saveAsPicture } from "../chart/save-picture.ts"
import { Menu } from "../ui/menu.tsx"
import { DayAndTime, millisecondsInWords } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import type { History } from "./history-documents.ts"
import { outagesInWords } from "../monitor/monitor-messages.ts"
import { phaseLines, quantileLines, seriesOf, type Series } from "./history-series.ts"
import { useMonitor } from "./monitor-context.ts"
import "./response-charts.css"
import { Card } from "../ui/card.tsx"

type Props = {
  history: History
  intervalSeconds: number
  /** Outages and the like, and changes of settings. */
  marks: readonly Mark[]
  ticks: readonly Tick[]
  span: { from: Date; until: Date }
  onBrush(from: Date, until: Date): void
}

type Held = { index: number; at: number } | null

const toSeconds = (at: Date) => at.getTime() / 1000

/** Percentiles above, phases below, with one cursor. */
export function ResponseCharts({ history, intervalSeconds, marks, ticks, span, onBrush }: Props) {
  const { monitor } = useMonitor()
  const [held, hold] = useState<Held>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const series = useMemo(() => seriesOf(history, intervalSeconds), [history, intervalSeconds])
  const from = toSeconds(span.from)
  const until = toSeconds(span.until)
  const shared = { from, until, ticks, times: series.times }
  const quantiles = useMemo(
    () => ({ ...shared, marks, lines: quantileLines(series), band: [2, 0] as [number, number] }),
    [series, marks, ticks, from, until],
  )
  const phases = useMemo(
    () => ({ ...shared, marks: [], ticks: [], lines: phaseLines(series) }),
    [series, from, until],
  )
  const events = {
    syncKey: `monitor-${monitor.id}`,
    onCursor: (index: number | null, at: number | null) =>
      hold(index === null || at === null ? null : { index, at }),
    onBrush: (low: number, high: number) =>
      onBrush(new Date(low * 1000), new Date(Math.min(high, until) * 1000)),
  }
  const name = `${monitor.name} response times`
  const copy = async () => {
    await navigator.clipboard.writeText(csvOf(history))
    toast("Copied as CSV")
  }
  const words = describe(history)
  return (
    <>
      <Card
        title="Response time"
        side={
          <>
            <Menu
              label="Export chart"
              items={[
                { label: "Copy as CSV", icon: "copy", run: () => void copy() },
                {
                  label: "Download PNG",
                  icon: "external",
                  run: () => {
                    if (canvas.current !== null) void saveAsPicture(canvas.current, name)
                  },
                },
              ]}
            />
          </>
        }
      >
        <div className="chart-body">
          <Readout series={series} held={held} marks={marks} ticks={ticks} />
          <PlotCanvas {...events} label={words} drawing={quantiles} height={240} canvas={canvas} />
        </div>
        <ChartTable
          label="Response times"
          heads={["Time", "Checks", "p50", "p95", "p99"]}
          notes={[...marks, ...ticks].map((one) => one.words)}
          rows={() => rowsOf(history)}
        />
      </Card>
      {phases.lines.length > 0 && (
        <Card title="Phases" side={<PhaseLegend series={series} held={held} />}>
          <div className="chart-body">
            <PlotCanvas
              {...events}
              label="Average duration of each phase of a check; the table has the values."
              drawing={phases}
              height={160}
            />
          </div>
        </Card>
      )}
    </>
  )
}

type ReadoutProps = {
  series: Series
  held: Held
  marks: readonly Mark[]
  ticks: readonly Tick[]
}

/** The values below the cursor, in a line that keeps its place. */
function Readout({ series, held, marks, ticks }: ReadoutProps) {
  const time = held === null ? undefined : series.times[held.index]
  const near = series.stepSeconds * 1.5
  const said =
    held === null
      ? []
      : [
          ...marks.filter(({ from, until }) => from <= held.at && held.at < until),
          ...ticks.filter(({ at }) => Math.abs(at - held.at) <= near),
        ]
  return (
    <p className="chart-readout">
      {series.quantiles.map(({ name, tone, values }) => (
        <span key={name} className="chart-key">
          <span className="swatch" data-tone={tone} /> {name}
          <strong>{held === null ? "" : timeOrNone(values[held.index])}</strong>
        </span>
      ))}
      <span className="muted small">
        {time === undefined ? (
          "Drag to zoom"
        ) : (
          <DayAndTime at={new Date((held?.at ?? time) * 1000).toISOString()} />
        )}
      </span>
      {said.map(({ words }) => (
        <span key={words} className="chart-said">
          {words}
        </span>
      ))}
    </p>
  )
}

const PhaseLegend = ({ series, held }: { series: Series; held: Held }) => (
  <span className="chart-readout">
    {series.phases.map(({ name, tone, values }) => (
      <span key={name} className="chart-key">
        <span className="swatch" data-phase={tone} /> {name}
        <strong>{held === null ? "" : timeOrNone(values[held.index])}</strong>
      </span>
    ))}
  </span>
)

const timeOrNone = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? "–" : millisecondsInWords(ms)

const rowsOf = ({ responseTimes: { points } }: History) =>
  points.toReversed().map(({ at, checks, p50Ms, p95Ms, p99Ms }) => ({
    key: at,
    cells: [<DayAndTime at={at} />, checks, ...[p50Ms, p95Ms, p99Ms].map(millisecondsInWords)],
  }))

function describe({ responseTimes: { overall, points }, outages }: History): string {
  if (overall.checks === 0) return "No response times in this range."
  const times = [
    ["median", overall.p50Ms],
    ["95th percentile", overall.p95Ms],
    ["99th percentile", overall.p99Ms],
  ] as const
  const words = times.map(([name, ms]) => `${name} ${timeOrNone(ms)}`).join(", ")
  const count = outages.offlineCount
  const down = count === 0 ? "no outages" : outagesInWords(count)
  return `Response times of ${overall.checks} checks in ${points.length} steps: ${words}; ${down}.`
}

const csvOf = ({ responseTimes: { points } }: History): string =>
  toCsv(
    [
      "at",
      "checks",
      "p50_ms",
      "p95_ms",
      "p99_ms",
      "dns_ms",
      "connect_ms",
      "tls_ms",
      "first_byte_ms",
      "transfer_ms",
    ],
    points.map((point) => [
      point.at,
      point.checks,
      point.p50Ms,
      point.p95Ms,
      point.p99Ms,
      point.dnsMs,
      point.connectMs,
      point.tlsMs,
      point.firstByteMs,
      point.transferMs,
    ]),
  )
