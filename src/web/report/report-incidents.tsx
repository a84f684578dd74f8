import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { durationInWords } from "../ui/time.tsx"
import type { Report } from "./report-documents.ts"
import { titleOf } from "../ui/title-of.ts"

/** The incidents behind the figures, with times in the report's zone. */
export function ReportIncidents({ report }: { report: Report }) {
  const { pages } = useProject()
  const { incidents, incidentCount, timeZone } = report
  const time = new Intl.DateTimeFormat(undefined, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  })
  if (incidents.length === 0) return null
  return (
    <section aria-labelledby="report-incidents">
      <h3 id="report-incidents">Incidents</h3>
      <ol className="report-incidents">
        {incidents.map(({ id, number, startedAt, resolvedAt, severity, ...incident }) => (
          <li key={id}>
            <time dateTime={startedAt}>{time.format(new Date(startedAt))}</time>
            <span className="report-what">
              <Link {...pages.incident(id)}>
                #{number} {titleOf(incident)}
              </Link>
              <span className="muted small">
                {" "}
                {incident.monitor !== null && `${incident.monitor.name} · `}
                {incident.acknowledgedAt === null ? (
                  "not acknowledged"
                ) : (
                  <>
                    acknowledged by {incident.acknowledgedBy},{" "}
                    <time dateTime={incident.acknowledgedAt}>
                      {time.format(new Date(incident.acknowledgedAt))}
                    </time>
                  </>
                )}
              </span>
            </span>
            <span className="muted small">{severity.label}</span>
            <span className="report-length">
              {resolvedAt === null
                ? "ongoing"
                : durationInWords(Date.parse(resolvedAt) - Date.parse(startedAt))}
            </span>
          </li>
        ))}
      </ol>
      {incidentCount > incidents.length && (
        <p className="report-none muted">
          The first {incidents.length} of {incidentCount}.
        </p>
      )}
    </section>
  )
}
