import { Link } from "@tanstack/react-router"
import { useMemo } from "react"
import type { Tone } from "../chart/palette.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Failed, Waiting } from "../ui/empty.tsx"
import { ExactTime } from "../ui/time.tsx"
import { faultOf } from "./edit-query.ts"
import { valueInWords } from "./figures.ts"
import {
  MetricDetail,
  MetricSeries,
  type MetricRow,
  type MetricSeriesRow,
} from "./metric-documents.ts"
import { QueryBar } from "./query-bar.tsx"
import { QueryUses } from "./query-uses.tsx"
import { TimeChart } from "./time-chart.tsx"
import type { Window } from "./use-window.ts"
import { Card } from "../ui/card.tsx"
import { SmallChoice } from "../ui/small-choice.tsx"
import { Table } from "./table.tsx"

const aggregations = {
  AVG: "Average",
  SUM: "Sum",
  MIN: "Minimum",
  MAX: "Maximum",
  RATE: "Rate per second",
  INCREASE: "Increase",
  P50: "p50",
  P75: "p75",
  P90: "p90",
  P95: "p95",
  P99: "p99",
} as const
type Aggregation = keyof typeof aggregations

const isAggregation = (text: string | undefined): text is Aggregation =>
  text !== undefined && Object.hasOwn(aggregations, text)

const fitting: Record<MetricRow["kind"], readonly Aggregation[]> = {
  GAUGE: ["AVG", "MAX", "MIN", "SUM"],
  SUM: ["RATE", "INCREASE", "SUM", "AVG", "MAX", "MIN"],
  HISTOGRAM: ["P95", "P50", "P75", "P90", "P99", "AVG", "RATE", "INCREASE", "SUM"],
  EXPONENTIAL_HISTOGRAM: ["P95", "P50", "P75", "P90", "P99", "AVG", "RATE", "INCREASE", "SUM"],
  SUMMARY: ["P50", "P90", "P95", "P99"],
}

const tones: readonly Tone[] = [
  "accent",
  "phase-tls",
  "phase-connect",
  "warning",
  "maintenance",
  "bad",
  "phase-transfer",
  "unknown",
  "line-strong",
  "text",
]

type Change = {
  query?: string
  show?: string | undefined
  by?: string | undefined
  range?: string | undefined
  from?: string | undefined
  until?: string | undefined
}
type Props = {
  metric: MetricRow
  window: Window
  query: string
  show: string | undefined
  by: string | undefined
  onChange(words: Change): void
}

/** One metric over time, split by an attribute, with measurements that lead to traces. */
export function MetricView({ metric, window, query, show, by, onChange }: Props) {
  const { id: projectId, pages } = useProject()
  const { name, kind, unit, isMonotonic } = metric
  const options =
    kind === "SUM" && !isMonotonic ? (["SUM", "AVG", "MAX", "MIN"] as const) : fitting[kind]
  const aggregation: Aggregation =
    isAggregation(show) && options.some((one) => one === show) ? show : (options[0] ?? "AVG")
  const field = by ?? "service"
  const shared = { projectId, name, kind, query, ...window.times }
  const { data, error, again } = useRead(MetricSeries, {
    ...shared,
    aggregation,
    by: field === "none" ? [] : [field],
  })
  const detail = useRead(MetricDetail, shared)
  const list = data?.project?.metricSeries
  const series = list?.series
  const attributes = detail.data?.project?.metricAttributes ?? []
  const exemplars = detail.data?.project?.metricExemplars ?? []
  const shownUnit =
    aggregation === "RATE"
      ? `${kind === "SUM" ? unit.replaceAll(/[{}]/g, "") : ""}/s`
      : aggregation === "INCREASE"
        ? ""
        : unit
  const format = (value: number) => valueInWords(value, shownUnit)
  const lines = useMemo(
    () =>
      (series ?? []).slice(0, tones.length).map((one, at) => ({
        name: nameOf(one),
        tone: tones[at] ?? ("muted" as const),
        points: one.points.map((point) => ({ at: Date.parse(point.at), value: point.value })),
      })),
    [series],
  )
  return (
    <div className="metric-view">
      <div className="metric-head explorer-line">
        <div>
          <h2>{name}</h2>
          <p className="muted small">{metric.description}</p>
        </div>
        <QueryUses
          page="METRICS"
          condition={{
            kind: "METRIC",
            query,
            measure: aggregation,
            metric: name,
            instrument: kind.toLowerCase(),
            ...(field === "none" ? {} : { by: field }),
          }}
          window={window}
        />
      </div>
      <div className="row">
        <SmallChoice
          label="Show"
          value={aggregation}
          options={options.map((one) => ({ value: one, label: aggregations[one] }))}
          onChange={(show) => onChange({ show })}
        />
        <SmallChoice
          label="Split by"
          value={field}
          options={[
            { value: "none", label: "All together" },
            ...["service", "host", "env", "version"].map((one) => ({
              value: one,
              label: `by ${one}`,
            })),
            ...attributes
              .filter(({ key }) => key !== "service")
              .map(({ key, values }) => ({ value: `attr.${key}`, label: `by ${key} (${values})` })),
          ]}
          onChange={(by) => onChange({ by })}
        />
        <QueryBar
          signal="metrics"
          query={query}
          times={window.times}
          placeholder="Filter: service:cart attr.region:eu"
          error={error !== null && faultOf(error)?.at !== null ? error : null}
          onQuery={(next) => onChange({ query: next })}
        />
      </div>
      <section className="card metric-chart" aria-label="Chart">
        {series === undefined && error === null && <Waiting rows={4} />}
        {series === undefined && error !== null && faultOf(error)?.at === null && (
          <Failed message={error} onAgain={again} />
        )}
        {series?.length === 0 && <p className="card-body muted">No data matches.</p>}
        {series !== undefined && series.length > 0 && (
          <>
            <TimeChart
              label={`${aggregations[aggregation]} of ${name}, ${series.length} series; the table has the values.`}
              lines={lines}
              window={window}
              stepSeconds={list?.stepSeconds ?? 60}
              height={280}
              syncKey="metric"
              format={format}
              hasLegend={false}
              onBrush={(from, until) =>
                onChange({ range: undefined, from: from.toISOString(), until: until.toISOString() })
              }
            />
            <SeriesTable series={series} format={format} isCut={list?.isCut === true} />
          </>
        )}
      </section>
      {exemplars.length > 0 && (
        <Card
          title="Exemplars"
          side={<span className="muted small">Greatest measurements with their traces</span>}
        >
          <ul className="rows">
            {exemplars.slice(0, 10).map((one) => (
              <li key={`${one.traceId} ${one.spanId}`} className="exemplar">
                <strong>{valueInWords(one.value, unit)}</strong>
                <span className="muted small">
                  <ExactTime at={one.at} />
                </span>
                <Link {...pages.trace(one.traceId)} search={{ span: one.spanId }}>
                  <code>{one.traceId.slice(0, 16)}</code>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

const nameOf = ({ labels }: MetricSeriesRow): string =>
  labels.map((label) => (label === "" ? "(none)" : label)).join(" · ") || "All"

type TableProps = {
  series: readonly MetricSeriesRow[]
  format(value: number): string
  isCut: boolean
}

const SeriesTable = ({ series, format, isCut }: TableProps) => (
  <>
    <Table label="Series" className="operations" heads={["Series", "Last", "Average", "Highest"]}>
      {series.map((one, at) => {
        const values = one.points.map(({ value }) => value)
        const tone = tones[at]
        return (
          <tr key={nameOf(one)}>
            <td>
              {tone !== undefined && (
                <span className="trace-swatch" style={{ background: `var(--${tone})` }} />
              )}
              {nameOf(one)}
            </td>
            <td>{format(values.at(-1) ?? 0)}</td>
            <td>{format(values.reduce((sum, value) => sum + value, 0) / values.length)}</td>
            <td>{format(Math.max(...values))}</td>
          </tr>
        )
      })}
    </Table>
    {series.length > tones.length && (
      <p className="muted small metric-note">
        The chart shows the {tones.length} highest{isCut ? ", the table the 50 highest" : ""}.
      </p>
    )}
  </>
)
