import type { ReactNode } from "react"
import type { Report } from "./report-documents.ts"

/** What people excluded from these figures, and why. */
export function ReportCorrections({ report }: { report: Report }): ReactNode {
  const { corrections, timeZone } = report
  if (corrections.length === 0) return null
  const time = new Intl.DateTimeFormat(undefined, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  })
  return (
    <section className="report-corrections" aria-labelledby="report-corrections">
      <h3 id="report-corrections">* Corrected</h3>
      <ul>
        {corrections.map(({ id, startsAt, endsAt, reason, actorName, monitors }) => (
          <li key={id}>
            <span>{time.formatRange(new Date(startsAt), new Date(endsAt))}</span>
            <span className="muted"> {monitors.map(({ name }) => name).join(", ")}</span>
            <p className="words">{reason}</p>
            <span className="muted small">Excluded by {actorName}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
