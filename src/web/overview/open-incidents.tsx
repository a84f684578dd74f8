import { Link } from "@tanstack/react-router"
import type { IncidentRow } from "../incident/incident-row-document.ts"
import { IncidentLine } from "../incident/incident-line.tsx"
import { useProject } from "../project/project-context.ts"

/** The newest open incidents; hidden without any. */
export function OpenIncidents({ incidents, count }: { incidents: IncidentRow[]; count: number }) {
  const { pages } = useProject()
  if (incidents.length === 0) return null
  return (
    <section className="card" aria-labelledby="open-incidents">
      <div className="card-head overview-head">
        <h2 id="open-incidents">Open incidents</h2>
        <Link className="small" {...pages.incidents}>
          {count > incidents.length ? `All ${count}` : "All incidents"}
        </Link>
      </div>
      <ul className="rows">
        {incidents.map((incident) => (
          <IncidentLine key={incident.id} incident={incident} />
        ))}
      </ul>
    </section>
  )
}
