import { useState } from "react"
import { useRead } from "../live/live-read.ts"
import { MyGrants, RevokeGrant } from "../oauth/oauth-documents.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { Ago } from "../ui/time.tsx"
import { ConfirmChange } from "../live/confirm-change.tsx"

/** Programs that the person lets act over MCP; hidden if there are none. */
export function ConnectedPrograms() {
  const { data, error, again } = useRead(MyGrants, {})
  const [asking, setAsking] = useState<string | null>(null)
  const grants = data?.viewer?.oauthGrants ?? []
  const chosen = grants.find(({ id }) => id === asking)
  if (error === null && grants.length === 0) return null
  return (
    <Part
      title="Connected programs"
      text="They act for you over MCP, in one project each. What they change is in its audit log."
    >
      <Missing error={error} onAgain={again} />
      <ul>
        {grants.map(({ id, clientName, mayWrite, project, createdAt, lastUsedAt }) => (
          <SettingRow
            key={id}
            title={
              <>
                {clientName} <Badge>{mayWrite ? "Read and write" : "Read"}</Badge>
              </>
            }
            sub={
              <>
                {project?.name} · granted <Ago at={createdAt} /> ·{" "}
                {lastUsedAt === null ? (
                  "never used"
                ) : (
                  <>
                    used <Ago at={lastUsedAt} />
                  </>
                )}
              </>
            }
          >
            <Button
              variant="quiet"
              aria-label={`Revoke access of ${clientName}`}
              onClick={() => setAsking(id)}
            >
              Revoke
            </Button>
          </SettingRow>
        ))}
      </ul>
      {chosen !== undefined && (
        <ConfirmChange
          title={`Revoke access of ${chosen.clientName}?`}
          text="It can no longer use Watchkeeper for you. To connect it again, start in the program."
          verb="Revoke access"
          document={RevokeGrant}
          variables={{ id: chosen.id }}
          said="Access revoked"
          onDone={again}
          onClose={() => setAsking(null)}
        />
      )}
    </Part>
  )
}
