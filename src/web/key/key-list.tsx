import { useState } from "react"
import type { ResultOf } from "../graphql.ts"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Button } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Ago } from "../ui/time.tsx"
import { useProject } from "../project/project-context.ts"
import { NewKey } from "./create-key.tsx"
import { KeysOfProject, RevokeKey } from "./key-documents.ts"

type Key = NonNullable<ResultOf<typeof KeysOfProject>["project"]>["keys"]["edges"][number]["node"]

const classWord = { PUBLIC: "Public", LEGACY: "Legacy", INGESTION: "Ingestion" } as const

export function Keys() {
  const { id, may } = useProject()
  const { data, error, again } = useRead(KeysOfProject, { id })
  const keys = (data?.project?.keys.edges ?? [])
    .map(({ node }) => node)
    .filter(({ revokedAt }) => revokedAt === null)
  return (
    <section className="card" aria-labelledby="keys">
      <div className="card-head">
        <h2 id="keys">API keys</h2>
        <a href="/docs/api">API documentation</a>
      </div>
      <Missing error={error} onAgain={again} />
      {data !== undefined && keys.length === 0 && (
        <p className="card-body muted">
          API keys let scripts and services read and change this project.
        </p>
      )}
      <ul className="rows">
        {keys.map((key) => (
          <Line key={key.id} apiKey={key} mayWrite={may("keys:write")} onChange={again} />
        ))}
      </ul>
      {may("keys:write") && <NewKey onMade={again} />}
    </section>
  )
}

function Line({
  apiKey,
  mayWrite,
  onChange,
}: {
  apiKey: Key
  mayWrite: boolean
  onChange(): void
}) {
  const revoke = useChange(RevokeKey)
  const [isAsking, setAsking] = useState(false)
  const { id, name, hint, scopes, expiresAt, lastUsedAt } = apiKey
  const onYes = async () => {
    if ((await revoke.run({ id })) === null) return
    setAsking(false)
    onChange()
  }
  return (
    <li className="person-row">
      <div className="event-name">
        <span>
          {name} <span className="badge">{classWord[apiKey.class]}</span>
        </span>
        <span className="muted small">
          <code>{hint}…</code> ·{" "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              used <Ago at={lastUsedAt} />
            </>
          )}
          {expiresAt !== null && (
            <>
              {" "}
              · expires <Ago at={expiresAt} />
            </>
          )}
        </span>
        {scopes.length > 0 && <span className="muted small">{scopes.join(", ")}</span>}
      </div>
      {mayWrite && (
        <Button variant="quiet" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={`Revoke ${name}?`}
          text="Requests with this key are refused immediately. This cannot be undone."
          verb="Revoke key"
          isBusy={revoke.isRunning}
          refusal={revoke.refusal?.message ?? null}
          onYes={() => void onYes()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
