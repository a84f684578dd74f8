import type { ReactNode } from "react"
import { useState } from "react"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { Part } from "../settings/part.tsx"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { NewKeyDialog } from "./create-key.tsx"
import { classHint, classWord, keyClasses } from "./key-class.ts"
import { KeysOfProject } from "./key-documents.ts"
import { KeyLine } from "./key-line.tsx"

export function KeysPage(): ReactNode {
  const { id: projectId, may } = useProject()
  const [isMaking, setMaking] = useState(false)
  const { rows, error, hasMore, more, again } = useMore(
    KeysOfProject,
    { projectId },
    (data) => data.project?.keys,
  )
  const active = rows?.filter(({ revokedAt }) => revokedAt === null)
  const revoked = rows?.filter(({ revokedAt }) => revokedAt !== null) ?? []
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
      <section className="card" aria-label="Active keys">
        <Missing error={error} onAgain={again} />
        {rows === undefined && error === null && <Waiting />}
        {active?.length === 0 && (
          <Empty title="No API keys yet">
            <p>Create one for a deploy script, an agent, or your telemetry collector.</p>
          </Empty>
        )}
        <ul>
          {active?.map((key) => (
            <KeyLine key={key.id} apiKey={key} mayWrite={mayWrite} onChange={again} />
          ))}
        </ul>
        {hasMore && (
          <div className="part-foot">
            <Button onClick={more}>Show more</Button>
          </div>
        )}
      </section>
      {revoked.length > 0 && (
        <details className="fold">
          <summary>Revoked keys ({revoked.length})</summary>
          <ul className="card" aria-label="Revoked keys">
            {revoked.map((key) => (
              <KeyLine key={key.id} apiKey={key} mayWrite={false} onChange={again} />
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
      {isMaking && <NewKeyDialog onMade={again} onClose={() => setMaking(false)} />}
    </>
  )
}
