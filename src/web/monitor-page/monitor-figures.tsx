import { useMemo } from "react"
import { Fact } from "../check/detail.tsx"
import type { ResultOf } from "../graphql.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { Ago, durationInWords, millisecondsInWords } from "../ui/time.tsx"
import { FiguresOfMonitor } from "./history-documents.ts"
import type { MonitorWhole } from "../monitor/monitor-documents.ts"
import { hasResponseTime } from "../monitor/monitor-kind.ts"
import { Corrected } from "../monitor/corrected.tsx"
import { dataInWords } from "../monitor/monitor-messages.ts"
import { percentInWords } from "../ui/percent.ts"
import { Sparkline } from "./sparkline.tsx"

const dayMs = 86_400_000

type Figures = NonNullable<ResultOf<typeof FiguresOfMonitor>["monitor"]>

/** Uptime, p95, last outage and a sparkline. */
export function MonitorFigures({ monitor }: { monitor: MonitorWhole }) {
  const { id, status } = monitor
  // Read again for a new window when the status changes; the figures change slowly.
  const moments = useMemo(spans, [status])
  const { data, again } = useRead(FiguresOfMonitor, { id, ...moments })
  useRefresh(again)
  const read = data?.monitor
  return (
    <>
      <Fact name="Uptime, 30 days">
        {read ? percentInWords(read.uptime.percent) : "–"}
        {read && (
          <span className="muted small"> {dataInWords(read.uptime.coverage, 30 * dayMs)}</span>
        )}
        {read && <Corrected seconds={read.uptime.excludedSeconds} />}
      </Fact>
      {hasResponseTime(monitor.kind) && (
        <Fact name="p95, 24 h">
          <span className="figure-spark">
            {read?.responseTimes.overall.p95Ms
              ? millisecondsInWords(read.responseTimes.overall.p95Ms)
              : "–"}
            {read && <Sparkline points={read.responseTimes.points} />}
          </span>
        </Fact>
      )}
      <Fact name="Last outage">{read ? <LastOutage read={read} /> : "–"}</Fact>
    </>
  )
}

function LastOutage({ read }: { read: Figures }) {
  const last = read.outages.outages[0]
  if (last === undefined) return "None in 90 days"
  if (last.endedAt === null) return "Ongoing"
  return (
    <>
      <Ago at={last.endedAt} />
      <span className="muted small"> lasted {durationInWords(last.seconds * 1000)}</span>
    </>
  )
}

function spans() {
  const now = Date.now()
  const before = (days: number) => new Date(now - days * dayMs).toISOString()
  return {
    day: before(1),
    month: before(30),
    quarter: before(90),
    now: new Date(now).toISOString(),
  }
}
