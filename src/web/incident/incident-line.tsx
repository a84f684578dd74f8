import { Link } from "@tanstack/react-router"
import { Glyph, type Mood } from "../ui/glyph.tsx"
import { Ago, Since } from "../ui/time.tsx"
import { titleOf } from "../ui/title-of.ts"
import { useProject } from "../project/project-context.ts"
import type { IncidentRow } from "./incident-row-document.ts"
import { capital } from "../ui/capital.ts"

export const moodOfState = (meaning: "OPEN" | "ACKNOWLEDGED" | "RESOLVED"): Mood =>
  ({ OPEN: "bad", ACKNOWLEDGED: "warning", RESOLVED: "good" })[meaning] as Mood

/** One incident in a list; `isPlain` hides the monitor on a page that already names it. */
export function IncidentLine({
  incident,
  isPlain = false,
}: {
  incident: IncidentRow
  isPlain?: boolean
}) {
  const { pages } = useProject()
  const { id, number, state, severity, monitor, startedAt, resolvedAt, isFlapping } = incident
  const { acknowledgedBy, acknowledgedAt } = incident
  const mood = moodOfState(state.meaning)
  return (
    <li className="event-row">
      <Glyph mood={mood} />
      <div className="event-name">
        <Link className="row-link" {...pages.incident(id)}>
          {titleOf(incident)}
        </Link>
        <span className="muted small">
          #{number} · {capital(severity.label)}
          {!isPlain && monitor && ` · ${monitor.name}`}
          {isFlapping && " · flapping"}
          {resolvedAt === null && monitor?.currentMaintenance && " · in maintenance"}
          {acknowledgedAt !== null && (
            <>
              {" · acknowledged by "}
              {acknowledgedBy}, <Ago at={acknowledgedAt} />
            </>
          )}
        </span>
      </div>
      <span className="event-state">
        <strong className="tinted" data-mood={mood}>
          {capital(state.label)}
        </strong>
        <span className="muted small">
          {resolvedAt === null ? (
            <Ago at={startedAt} />
          ) : (
            <>
              lasted <Since at={startedAt} until={resolvedAt} />
            </>
          )}
        </span>
      </span>
    </li>
  )
}
