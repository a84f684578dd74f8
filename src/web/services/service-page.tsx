import { getRouteApi, Link } from "@tanstack/react-router"
import { useMemo, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { percentInWords } from "../ui/percent.ts"
import { writeRange, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { millisecondsInWords } from "../ui/time.tsx"
import { termOf } from "./edit-query.ts"
import { countInWords, errorLevel, rateInWords, shareInWords } from "./figures.ts"
import { LogLines } from "./log-line.tsx"
import { isNotStarted, NoTelemetry } from "./no-telemetry.tsx"
import { OneService, type Operation, type SeriesPoint } from "./services-documents.ts"
import { TimeChart } from "./time-chart.tsx"
import { useWindow } from "./use-window.ts"
import "./waterfall.css"
import { Card } from "../ui/card.tsx"
import { Table } from "./table.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/services/named/$service")
const chartHeight = 150

/** One service: rate, errors, duration, what it does, and its latest errors. */
export function ServicePage(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const { service } = route.useParams()
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const window = useWindow(params)
  const onRange = (range: Range) =>
    void navigate({ search: (before) => ({ ...before, ...writeRange(range) }) })
  const onBrush = (from: Date, until: Date) =>
    onRange({ from: from.toISOString(), until: until.toISOString() })
  const query = termOf("service", service)
  const errorQuery = `${query} level>=error`
  const { data, error, again } = useRead(OneService, {
    projectId,
    service,
    errors: errorQuery,
    ...window.times,
    withoutChecks: params.calls === "users",
  })
  const project = data?.project
  const points = project?.serviceSeries.points
  const stepSeconds = project?.serviceSeries.stepSeconds ?? 60
  const seconds = (window.until.getTime() - window.from.getTime()) / 1000
  const calls = (points ?? []).reduce((sum, one) => sum + one.calls, 0)
  // As rateInWords writes it above the chart.
  const isFast = calls / seconds >= 0.95
  const unitSeconds = isFast ? 1 : 60
  const lines = useMemo(
    () => linesOf(points ?? [], stepSeconds / unitSeconds),
    [points, stepSeconds, unitSeconds],
  )
  const errors = (points ?? []).reduce((sum, one) => sum + one.errors, 0)
  const shared = { window, stepSeconds, height: chartHeight, syncKey: "service", onBrush }
  const range = writeRange(window.range)
  return (
    <>
      <PageHead
        title={service}
        back={{ label: "Services", ...pages.services }}
        sub={
          points === undefined
            ? "\u00A0"
            : `${rateInWords(calls, seconds)} · ${shareInWords(errors, calls)} errors`
        }
      >
        <ButtonLink {...pages.logs} search={{ query, ...range }}>
          Logs
        </ButtonLink>
        <ButtonLink {...pages.traces} search={{ query, ...range }}>
          Traces
        </ButtonLink>
        <RangePicker value={window.range} onChange={onRange} />
        {may("monitors:write") && (
          <ButtonLink {...pages.newSlo} search={{ service }}>
            New SLO
          </ButtonLink>
        )}
      </PageHead>
      {project === undefined && error === null && <Waiting rows={5} />}
      {!project && error !== null && !isNotStarted(error) && (
        <Failed message={error} onAgain={again} />
      )}
      {!project && isNotStarted(error) && <NoTelemetry what="traces" />}
      {points?.length === 0 && (
        <Empty title="No calls in this time range">
          <p>Choose a longer time range.</p>
        </Empty>
      )}
      {points !== undefined && points.length > 0 && (
        <>
          <div className="red-charts">
            <Card
              title="Calls"
              side={<span className="red-figure">{rateInWords(calls, seconds)}</span>}
            >
              <TimeChart
                {...shared}
                label={`Calls ${isFast ? "per second" : "per minute"} of ${service}`}
                lines={lines.rate}
                format={(value) => `${countInWords(value)}/${isFast ? "s" : "min"}`}
              />
            </Card>
            <Card
              title="Errors"
              side={<span className="red-figure">{shareInWords(errors, calls)}</span>}
            >
              <TimeChart
                {...shared}
                label={`Share of calls of ${service} that failed`}
                lines={lines.errors}
                format={(value) => percentInWords(value, 1)}
              />
            </Card>
            <Card title="Duration">
              <TimeChart
                {...shared}
                label={`Percentiles of the duration of calls of ${service}`}
                lines={lines.duration}
                format={millisecondsInWords}
              />
            </Card>
          </div>
          <Operations
            operations={project?.serviceOperations ?? []}
            service={service}
            range={range}
            seconds={seconds}
          />
          <Card
            title="Latest errors in logs"
            side={
              <Link {...pages.logs} search={{ query: errorQuery, ...range }}>
                All
              </Link>
            }
          >
            {(project?.logs.records.length ?? 0) === 0 ? (
              <p className="card-body muted">None in this time range.</p>
            ) : (
              <ol className="trace-logs" aria-label="Latest errors">
                <LogLines
                  records={(project?.logs.records ?? []).map((record) => ({ ...record, service }))}
                />
              </ol>
            )}
          </Card>
        </>
      )}
    </>
  )
}

type OperationsProps = {
  operations: readonly Operation[]
  service: string
  range: ReturnType<typeof writeRange>
  seconds: number
}

function Operations({ operations, service, range, seconds }: OperationsProps) {
  const { pages } = useProject()
  return (
    <Card title="Operations" side={<span className="muted small">Most time spent first</span>}>
      <Table
        label="Operations"
        className="operations"
        heads={["Name", "Calls", "Errors", "p50", "p95", "p99"]}
      >
        {operations.map((one) => (
          <tr key={`${one.name} ${one.kind}`}>
            <td>
              <Link
                {...pages.traces}
                search={{
                  query: `${termOf("service", service)} ${termOf("name", one.name)}`,
                  ...range,
                }}
              >
                {one.name}
              </Link>
            </td>
            <td>{rateInWords(one.calls, seconds)}</td>
            <td data-level={errorLevel(one.errors, one.calls)}>
              {shareInWords(one.errors, one.calls)}
            </td>
            <td>{millisecondsInWords(one.p50Ms)}</td>
            <td>{millisecondsInWords(one.p95Ms)}</td>
            <td>{millisecondsInWords(one.p99Ms)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

/** @param steps length of a step in the unit of the rate. */
function linesOf(points: readonly SeriesPoint[], steps: number) {
  const line = (
    name: string,
    tone: "accent" | "bad" | "line-strong" | "phase-tls",
    value: (point: SeriesPoint) => number,
  ) => ({
    name,
    tone,
    points: points.map((point) => ({ at: Date.parse(point.at), value: value(point) })),
  })
  return {
    rate: [line("Calls", "accent", ({ calls }) => calls / steps)],
    errors: [line("Errors", "bad", ({ errors, calls }) => (errors / Math.max(1, calls)) * 100)],
    duration: [
      line("p99", "line-strong", ({ p99Ms }) => p99Ms),
      line("p95", "accent", ({ p95Ms }) => p95Ms),
      line("p50", "phase-tls", ({ p50Ms }) => p50Ms),
    ],
  }
}
