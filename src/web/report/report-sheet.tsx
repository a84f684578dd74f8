import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { DayBars } from "../monitor/days.tsx"
import { CorrectedMark } from "../monitor/corrected.tsx"
import { percentInWords } from "../ui/percent.ts"
import { Figure } from "../overview/figures.tsx"
import { useProject } from "../project/project-context.ts"
import { Mark } from "../ui/icon.tsx"
import { durationInWords } from "../ui/time.tsx"
import type { Report } from "./report-documents.ts"
import { ReportCorrections } from "./report-corrections.tsx"
import { ReportIncidents } from "./report-incidents.tsx"
import { daysIn, monthInWords } from "./report-months.ts"

/** The report as one sheet, on screen as on paper. */
export function ReportSheet({ report }: { report: Report }): ReactNode {
  const { month, timeZone, projectName, scopeName, total, monitorCount, incidentCount } = report
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone })
  const last = new Date(Date.parse(total.to) - 1)
  return (
    <article className="card report" aria-labelledby="report-title">
      <header className="report-head">
        <div>
          <p className="muted">
            {projectName}
            {scopeName !== null && ` · ${scopeName}`}
          </p>
          <h2 id="report-title">{monthInWords(month)}</h2>
          <p className="muted small">
            {day.formatRange(new Date(total.from), last)} ({timeZone})
          </p>
        </div>
        <Mark />
      </header>
      <dl className="figures report-figures" aria-label="Key figures">
        <Figure name="Uptime" note={shareInWords(total.coverage, "coverage")}>
          {percentInWords(total.percent)}
          <CorrectedMark seconds={total.excludedSeconds} />
        </Figure>
        <Figure name="Downtime" note="of all monitors together">
          {downtime(total.offlineSeconds)}
        </Figure>
        <Figure name="Incidents" note={incidentCount === 0 ? "none in this month" : "listed below"}>
          {incidentCount}
        </Figure>
        <Figure name="Monitors" note={degradedNote(total.degradedSeconds)}>
          {monitorCount}
        </Figure>
      </dl>
      {report.rows.length === 0 ? (
        <p className="report-none muted">No monitor of this report existed in this month.</p>
      ) : (
        <Monitors report={report} />
      )}
      <ReportCorrections report={report} />
      <ReportIncidents report={report} />
      <footer className="report-foot muted small">
        Uptime is the share of the time with data in which a monitor worked; degraded counts as up.
        Maintenance, pauses, corrections and time without data count neither way. Coverage is the
        share of the month that the figure is based on.
      </footer>
    </article>
  )
}

function Monitors({ report }: { report: Report }) {
  const { pages } = useProject()
  const { rows, month, timeZone, monitorCount } = report
  const isGrouped = rows.some(({ groupName }) => groupName !== null)
  return (
    <div className="report-scroll scrolls">
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">Monitor</th>
            <th scope="col" className="report-bars">
              Days
            </th>
            <th scope="col">Uptime</th>
            <th scope="col">Coverage</th>
            <th scope="col" className="report-down">
              Downtime
            </th>
            <th scope="col" className="report-count">
              Incidents
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ monitorId, name, groupName, uptime, days, incidentCount }) => (
            <tr key={monitorId}>
              <th scope="row">
                <Link {...pages.monitor(monitorId)}>{name}</Link>
                {isGrouped && groupName !== null && (
                  <span className="muted small"> {groupName}</span>
                )}
              </th>
              <td className="report-bars days">
                <DayBars days={days} label={name} timeZone={timeZone} count={daysIn(month)} />
              </td>
              <td>
                {percentInWords(uptime.percent)}
                <CorrectedMark seconds={uptime.excludedSeconds} />
              </td>
              <td className="muted">{shareInWords(uptime.coverage)}</td>
              <td>{downtime(uptime.offlineSeconds)}</td>
              <td className="report-count">{incidentCount === 0 ? "–" : incidentCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {monitorCount > rows.length && (
        <p className="report-none muted">
          The {rows.length} monitors with the lowest uptime of {monitorCount}.
        </p>
      )}
    </div>
  )
}

const shareInWords = (share: number, word = ""): string =>
  `${percentInWords(share * 100, 1)} ${word}`.trim()

const downtime = (seconds: number): string => (seconds < 1 ? "–" : durationInWords(seconds * 1000))

const degradedNote = (seconds: number): string =>
  seconds < 1 ? "none degraded" : `${durationInWords(seconds * 1000)} degraded`
