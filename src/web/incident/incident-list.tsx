import type { ReactNode } from "react"
import { useFollow } from "../live/follow.ts"
import { useMore } from "../live/load-more.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "../project/project-context.ts"
import { IncidentChanged, Incidents } from "./incident-documents.ts"
import { IncidentLine } from "./incident-line.tsx"

export function IncidentList(): ReactNode {
  useTitle("Incidents")
  const { id: projectId } = useProject()
  const live = useFollow(IncidentChanged, { projectId }, (data) => data.incidentChanged.incident)
  const { rows, error, hasMore, more, again } = useMore(
    Incidents,
    { projectId },
    (data) => data.project?.incidents,
  )
  const all = [...new Map([...(rows ?? []), ...live.values()].map((row) => [row.id, row])).values()]
  const open = all.filter(({ resolvedAt }) => resolvedAt === null)
  const over = all.filter(({ resolvedAt }) => resolvedAt !== null)
  const newestFirst = (list: typeof all) => list.toSorted((a, b) => b.number - a.number)
  return (
    <>
      <div>
        <h1>Incidents</h1>
        <p className="muted" aria-live="polite">
          {rows === undefined
            ? "\u00A0"
            : open.length === 0
              ? "No open incidents"
              : `${open.length} open`}
        </p>
      </div>
      {rows === undefined &&
        (error === null ? <Waiting rows={4} /> : <Failed message={error} onAgain={again} />)}
      {rows !== undefined && all.length === 0 && (
        <Empty title="No incidents yet">
          <p>
            An incident is declared when a monitor reaches its failure threshold, with all evidence
            attached, and resolves when the target recovers.
          </p>
        </Empty>
      )}
      {open.length > 0 && (
        <section aria-label="Open incidents" className="card">
          <ul className="rows">
            {newestFirst(open).map((incident) => (
              <IncidentLine key={incident.id} incident={incident} />
            ))}
          </ul>
        </section>
      )}
      {over.length > 0 && (
        <section className="stack" aria-labelledby="over">
          <h2 id="over">Resolved</h2>
          <ul className="card rows">
            {newestFirst(over).map((incident) => (
              <IncidentLine key={incident.id} incident={incident} />
            ))}
          </ul>
        </section>
      )}
      {hasMore && (
        <div>
          <Button onClick={more}>Load more</Button>
        </div>
      )}
    </>
  )
}
