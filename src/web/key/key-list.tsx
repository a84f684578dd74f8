import { useState, type ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { Part } from "../settings/part.tsx"
import { Button } from "../ui/button.tsx"
import { ListCard } from "../ui/list-card.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { NewKeyDialog } from "./create-key.tsx"
import { classHint, classWord, keyClasses } from "./key-class.ts"
import { KeysOfProject } from "./key-documents.ts"
import { KeyLine } from "./key-line.tsx"

export function KeysPage(): ReactNode {
  const { id: projectId, may } = useProject()
  const [isMaking, setMaking] = useState(false)
  const list = useMore(KeysOfProject, { projectId }, (data) => data.project?.keys)
  const active = list.rows?.filter(({ revokedAt }) => revokedAt === null)
  const revoked = list.rows?.filter(({ revokedAt }) => revokedAt !== null) ?? []
  const mayWrite = may("keys:write")
  return (
    <>
      <PageHead
        title="API keys"
        sub={
          <>
            Keys let scripts and services use this project. See the{" "}
            <a href="/docs/api">API documentation</a>.
          </>
        }
      >
        {mayWrite && (
          <Button variant="accent" icon="plus" onClick={() => setMaking(true)}>
            Create key
          </Button>
        )}
      </PageHead>
      <ListCard
        label="Active keys"
        list={list}
        shown={active}
        empty={[
          "No API keys yet",
          "Create one for a deploy script, an agent, or your telemetry collector.",
        ]}
      >
        {(key) => <KeyLine key={key.id} apiKey={key} mayWrite={mayWrite} onChange={list.again} />}
      </ListCard>
      {revoked.length > 0 && (
        <details className="fold">
          <summary>Revoked keys ({revoked.length})</summary>
          <ul className="card" aria-label="Revoked keys">
            {revoked.map((key) => (
              <KeyLine key={key.id} apiKey={key} mayWrite={false} onChange={list.again} />
            ))}
          </ul>
        </details>
      )}
      <Part title="What each class opens">
        <dl className="role-list">
          {keyClasses.map((one) => (
            <div key={one}>
              <dt>{classWord[one]}</dt>
              <dd className="muted">{classHint[one]}</dd>
            </div>
          ))}
        </dl>
      </Part>
      {isMaking && <NewKeyDialog onMade={list.again} onClose={() => setMaking(false)} />}
    </>
  )
}
