import { Corrected } from "../monitor/corrected.tsx"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { Suspense, useMemo, useState, type ReactNode } from "react"
import { Fact } from "../check/detail.tsx"
import { lazyPart } from "../lazy-part.ts"
import { useAgainOn } from "../live/again-on.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { Missing, Waiting } from "../ui/empty.tsx"
import { readRange, spanOf, writeRange, type Preset, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { durationInWords, millisecondsInWords } from "../ui/time.tsx"
import { useNow } from "../ui/use-clock.ts"
import { ConditionCard } from "./condition-card.tsx"
import { marksOf, ticksOf } from "./history-marks.ts"
import { DependentsCard } from "./dependents.tsx"
import { Heartbeat } from "./heartbeat.tsx"
import { ChangesOfMonitor, changesOf, HistoryOfMonitor, type History } from "./history-documents.ts"
import { useMonitor } from "./monitor-context.ts"
import { hasResponseTime, isProbed } from "../monitor/monitor-kind.ts"
import { dataInWords, outagesInWords } from "../monitor/monitor-messages.ts"
import { percentInWords } from "../ui/percent.ts"
import { ResponseCharts } from "./response-charts.tsx"
import { UptimeCard } from "./uptime.tsx"

const ConditionChart = lazyPart(
  () => import("../monitor-form/condition-chart.tsx"),
  "ConditionChart",
)

const route = "/signed-in/frame/projects/$projectId/monitors/$monitorId/"
const hourMs = 3_600_000

export function MonitorOverview(): ReactNode {
  const { monitor, checks, again } = useMonitor()
  const [usual] = useState(() => rangeOfAge(monitor.createdAt))
  const range = readRange(useSearch({ from: route }), usual)
  const navigate = useNavigate({ from: "/projects/$projectId/monitors/$monitorId" })
  const show = (next: Range) =>
    void navigate({ search: writeRange(next), replace: true, resetScroll: false })
  return (
    <>
      {!isProbed(monitor.kind) && <Heartbeat monitor={monitor} onChange={again} />}
      {monitor.telemetry !== null && (
        <ConditionCard monitor={monitor} condition={monitor.telemetry} latest={checks?.[0]} />
      )}
      <RangeHistory key={JSON.stringify(range)} range={range} onRange={show} />
      {checks?.length === 0 && (
        <p className="muted">
          {monitor.isPaused
            ? "Monitor is paused. No checks are running."
            : "Waiting for the first check."}
        </p>
      )}
      <UptimeCard id={monitor.id} status={monitor.status} />
      <DependentsCard monitor={monitor} />
    </>
  )
}

/** A new monitor opens with an hour instead of a day that is empty but for its end. */
const rangeOfAge = (createdAt: string): Preset =>
  Date.now() - Date.parse(createdAt) < 2 * hourMs ? "1h" : "24h"

type Props = { range: Range; onRange(range: Range): void }

/** Figures and charts of one range; a preset moves on with the clock. */
function RangeHistory({ range, onRange }: Props) {
  const { monitor } = useMonitor()
  const { id: projectId, may } = useProject()
  const [anchor, setAnchor] = useState(() => Date.now())
  const now = useNow()
  const start = spanOf(range, new Date(anchor))
  const lengthMs = start.until.getTime() - start.from.getTime()
  // The server takes a time in the future for now: the same request gives the latest points.
  const until = "preset" in range ? anchor + 2 * lengthMs : start.until.getTime()
  if ("preset" in range && now - anchor > lengthMs) setAnchor(now)
  const asked = { from: start.from.toISOString(), to: new Date(until).toISOString() }
  const { data, error, isFirst, again } = useRead(HistoryOfMonitor, {
    id: monitor.id,
    ...asked,
    step: stepFor(lengthMs),
  })
  const changes = useRead(
    ChangesOfMonitor,
    { projectId, ...changesOf(monitor.id), since: asked.from, until: asked.to },
    { pause: !may("audit:read") },
  )
  useAgainOn(monitor.statusSince, useRefresh(again))
  const history = data?.monitor
  const entries = changes.data?.project?.auditEntries.edges
  const marks = useMemo(() => (history ? marksOf(history) : []), [history])
  const ticks = useMemo(() => ticksOf((entries ?? []).map(({ node }) => node)), [entries])
  const brush = (from: Date, until: Date) =>
    onRange({ from: from.toISOString(), until: until.toISOString() })
  const shown = "preset" in range ? spanOf(range, new Date(Math.max(now, anchor))) : start
  return (
    <>
      <div className="range-row">
        {history ? (
          <RangeFigures
            history={history}
            lengthMs={lengthMs}
            hasTimes={hasResponseTime(monitor.kind)}
          />
        ) : (
          <span />
        )}
        <RangePicker value={range} onChange={onRange} />
      </div>
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={6} />}
      {history && hasResponseTime(monitor.kind) && (
        <ResponseCharts
          history={history}
          intervalSeconds={monitor.intervalSeconds}
          marks={marks}
          ticks={ticks}
          span={shown}
          onBrush={brush}
        />
      )}
      {monitor.telemetry !== null && may("telemetry:read") && (
        <Suspense fallback={<Waiting rows={4} />}>
          <ConditionChart
            condition={monitor.telemetry}
            span={shown}
            asked={asked}
            marks={marks}
            ticks={ticks}
            onBrush={brush}
          />
        </Suspense>
      )}
    </>
  )
}

const time = (ms: number | null) => (ms === null ? "–" : millisecondsInWords(ms))

type RangeFiguresProps = { history: History; lengthMs: number; hasTimes: boolean }

function RangeFigures({ history, lengthMs, hasTimes }: RangeFiguresProps) {
  const { uptime, responseTimes, outages } = history
  const { overall } = responseTimes
  return (
    <dl className="figure-line" aria-label="Figures of this range">
      <Fact name="Uptime">
        {percentInWords(uptime.percent)}
        <span className="muted small"> {dataInWords(uptime.coverage, lengthMs)}</span>
        <Corrected seconds={uptime.excludedSeconds} />
      </Fact>
      <Fact name="Downtime">
        {outages.offlineCount === 0
          ? "None"
          : `${durationInWords(outages.offlineSeconds * 1000)} in ${outagesInWords(outages.offlineCount)}`}
      </Fact>
      {hasTimes && (
        <>
          <Fact name="Median">{time(overall.p50Ms)}</Fact>
          <Fact name="p95">{time(overall.p95Ms)}</Fact>
          <Fact name="p99">{time(overall.p99Ms)}</Fact>
        </>
      )}
    </dl>
  )
}

/** About 60 to 1,500 points. */
function stepFor(lengthMs: number) {
  if (lengthMs <= 3 * hourMs) return "MINUTE"
  if (lengthMs <= 72 * hourMs) return "TEN_MINUTES"
  return lengthMs <= 62 * 24 * hourMs ? "HOUR" : "DAY"
}
