import { Link } from "@tanstack/react-router"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Ago, Since } from "../ui/time.tsx"
import type { OneIncident } from "./incident-documents.ts"
import { monitorsOf } from "./incident-facts.tsx"
import { EarlierIncidents as EarlierDocument } from "./incident-side-documents.ts"
import { Card } from "../ui/card.tsx"
import { titleOf } from "../ui/title-of.ts"

/** The latest incidents about the same monitors, with what was learned from them. */
export function EarlierIncidents({ incident }: { incident: OneIncident }) {
  const { id: projectId, pages } = useProject()
  const monitorIds = monitorsOf(incident)
    .map(({ id }) => id)
    .slice(0, 100)
  const { data } = useRead(
    EarlierDocument,
    { projectId, monitorIds, until: incident.createdAt },
    { pause: monitorIds.length === 0 },
  )
  const found = data?.project?.incidents
  const earlier = found?.edges.map(({ node }) => node) ?? []
  if (monitorIds.length === 0 || found === undefined) return null
  return (
    <Card
      title="Earlier incidents"
      side={found.totalCount > 0 && <span className="muted small">{found.totalCount}</span>}
    >
      {earlier.length === 0 && (
        <p className="card-body muted small">The first one about these monitors.</p>
      )}
      <ul className="rows side-rows">
        {earlier.map(({ id, number, startedAt, resolvedAt, postmortemPublished, ...titled }) => (
          <li key={id}>
            <div>
              <Link {...pages.incident(id)}>
                #{number} {titleOf(titled)}
              </Link>
              <p className="muted small">
                <Ago at={startedAt} /> · lasted <Since at={startedAt} until={resolvedAt} />
                {postmortemPublished && " · post-mortem"}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
