import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Markdown } from "../ui/markdown.tsx"
import { subscribersInWords } from "./audience-words.ts"
import { Card } from "../ui/card.tsx"

export type Planned = {
  components: readonly string[]
  subscribers: number
  statusPage: { id: string; name: string; isPublic: boolean }
}

type Props = { audience: readonly Planned[] | undefined; title: string; text: string }

/** What the public will read of an incident, and whom it notifies. */
export function PlannedAudience({ audience, title, text }: Props) {
  const { id: projectId } = useProject()
  return (
    <Card title="What the public will see" className="declare-preview">
      {audience === undefined ? (
        <p className="card-body muted">Looking up status pages…</p>
      ) : audience.length === 0 ? (
        <p className="card-body muted">
          Nothing. No status page shows these monitors, and no subscriber is notified. Only the team
          sees this incident.
        </p>
      ) : (
        <>
          <ul className="rows audience-rows">
            {audience.map(({ statusPage, components, subscribers }) => (
              <li key={statusPage.id}>
                <div>
                  <Link
                    to="/projects/$projectId/status-pages/$pageId/{-$tab}"
                    params={{ projectId, pageId: statusPage.id }}
                  >
                    {statusPage.name}
                  </Link>
                  {!statusPage.isPublic && <Badge>Private</Badge>}
                </div>
                <p className="muted small">
                  {components.join(", ")} · notifies {subscribersInWords(subscribers)}
                </p>
              </li>
            ))}
          </ul>
          <div className="public-text">
            <p className="public-title">{title.trim() === "" ? "Title" : title}</p>
            {text.trim() === "" ? (
              <p className="muted small">No description</p>
            ) : (
              <Markdown text={text} />
            )}
          </div>
        </>
      )}
    </Card>
  )
}
