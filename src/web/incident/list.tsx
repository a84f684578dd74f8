import { useMore } from "../live/more.ts"
import { Button } from "../part/button.tsx"
import { Empty, Failed, Waiting } from "../part/empty.tsx"
import { useTitle } from "../part/title.ts"
import { useProject } from "../project/context.ts"
import { useProjectLive } from "../project/live.tsx"
import { Incidents } from "./documents.ts"
import { IncidentLine } from "./line.tsx"

export function IncidentList() {
  useTitle("Incidents")
  const { id: projectId } = useProject()
  const { incidents: live } = useProjectLive()
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
              ? "None is open."
              : `${open.length} open`}
        </p>
      </div>
      {rows === undefined &&
        (error === null ? <Waiting rows={4} /> : <Failed message={error} onAgain={again} />)}
      {rows !== undefined && all.length === 0 && (
        <Empty title="No incident so far">
          <p>
            When a monitor fails as often as its threshold says, its incident appears here by
            itself, with everything that was seen, and closes when the target is back.
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
          <Button onClick={more}>Show older ones</Button>
        </div>
      )}
    </>
  )
}
