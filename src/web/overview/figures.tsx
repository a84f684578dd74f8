import type { ReactNode } from "react"
import { CorrectedMark } from "../monitor/corrected.tsx"
import { percentInWords } from "../ui/percent.ts"
import { besides } from "../monitor/monitor-messages.ts"
import { allOf } from "../monitor/monitor-summary.tsx"
import { durationInWords } from "../ui/time.tsx"
import { sum, upOf, youngData } from "./hours.ts"
import type { Hour, MonitorCounts, Month } from "./overview-documents.ts"
import "./figures.css"
import { counted } from "../ui/counted.ts"

type Props = {
  counts: MonitorCounts
  hours: Hour[]
  month: Month
}

const monthName = new Intl.DateTimeFormat(undefined, { month: "long", timeZone: "UTC" })

/** Key figures, each with the data that it is based on. */
export function Figures({ counts, hours, month }: Props) {
  const dayUp = upOf(hours)
  const checked = allOf(counts) - counts.paused
  return (
    <dl className="card figures" aria-label="Key figures">
      <Figure
        name={`Uptime in ${monthName.format(new Date(month.from))}`}
        note={
          month.percent === null
            ? "no data yet"
            : youngData([month], checked) || `${percentInWords(month.coverage * 100, 1)} coverage`
        }
      >
        {percentInWords(month.percent)}
        <CorrectedMark seconds={month.excludedSeconds} />
      </Figure>
      <Figure
        name="Uptime, 24 hours"
        note={
          dayUp === null
            ? "no data yet"
            : `${outagesIn(sum(hours, "offlineSeconds"))} ${besides(youngData(hours, checked))}`
        }
      >
        {percentInWords(dayUp)}
        <CorrectedMark seconds={sum(hours, "excludedSeconds")} />
      </Figure>
      {counts.openIncidents !== undefined && (
        <Figure name="Open incidents" note={alertsInWords(counts)}>
          {counts.openIncidents}
        </Figure>
      )}
      <Figure
        name="Monitors"
        note={counts.paused > 0 ? `${checked} active, ${counts.paused} paused` : "all active"}
      >
        {allOf(counts)}
      </Figure>
    </dl>
  )
}

const alertsInWords = ({ openAlerts }: MonitorCounts) =>
  openAlerts === undefined
    ? "not resolved"
    : openAlerts === 0
      ? "no open alerts"
      : counted(openAlerts, "open alert")

const outagesIn = (seconds: number): string =>
  seconds < 1 ? "no outages" : `${durationInWords(seconds * 1000)} offline in total`

/** One key figure, with what it is based on. */
export const Figure = ({
  name,
  note,
  children,
}: {
  name: string
  note: string
  children: ReactNode
}) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{children}</strong>
      <span className="muted small">{note}</span>
    </dd>
  </div>
)
