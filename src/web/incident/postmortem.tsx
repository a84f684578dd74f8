import { useState } from "react"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Markdown } from "../ui/markdown.tsx"
import { EditPostmortem } from "./edit-postmortem.tsx"
import type { OneIncident } from "./incident-documents.ts"
import type { Audience } from "./incident-side-documents.ts"
import { Card } from "../ui/card.tsx"

type Props = { incident: OneIncident; audience: Audience; mayWrite: boolean; onChange(): void }

/** The post-mortem, for the team and, once published, for everyone. */
export function Postmortem({ incident, audience, mayWrite, onChange }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { postmortemNote: note, postmortemPublished: isPublished, resolvedAt } = incident
  if (!mayWrite && note === "") return null
  return (
    <Card
      title="Post-mortem"
      side={
        note !== "" && (
          <Badge tone={isPublished ? "good" : "plain"}>
            {isPublished ? "Published" : "Not published"}
          </Badge>
        )
      }
    >
      <div className="card-body stack">
        {isEditing ? (
          <EditPostmortem
            incident={incident}
            audience={audience}
            onSaved={() => {
              setEditing(false)
              onChange()
            }}
            onClose={() => setEditing(false)}
          />
        ) : (
          <>
            {note === "" ? (
              <p className="muted">
                {resolvedAt === null
                  ? "Write the post-mortem once the incident is resolved."
                  : "No post-mortem yet."}
              </p>
            ) : (
              <Markdown text={note} hasBothZones />
            )}
            {mayWrite && (
              <div>
                <Button onClick={() => setEditing(true)}>
                  {note === "" ? "Write post-mortem" : "Edit post-mortem"}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
