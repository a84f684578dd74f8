import { useState } from "react"
import type { ResultOf } from "../graphql.ts"
import { useChange } from "../live/apply-change.ts"
import { LimitWords } from "../label/limit-field.tsx"
import { useProject } from "../project/project-context.ts"
import { SettingRow } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Ago } from "../ui/time.tsx"
import { useNow } from "../ui/use-clock.ts"
import { classWord } from "./key-class.ts"
import { CreateKey, RevokeKey, type KeysOfProject } from "./key-documents.ts"
import { ShowKey, type MadeKey } from "./made-key.tsx"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Key = NonNullable<ResultOf<typeof KeysOfProject>["project"]>["keys"]["edges"][number]["node"]
type Props = { apiKey: Key; mayWrite: boolean; onChange(): void }

export function KeyLine({ apiKey, mayWrite, onChange }: Props) {
  const [asked, ask] = useState<"rotate" | "revoke" | null>(null)
  const { name, hint, scopes, labelIds, expiresAt, revokedAt, createdAt, lastUsedAt } = apiKey
  const { allowedOrigins, requestsPerMinute } = apiKey
  const isExpired = useNow() > Date.parse(expiresAt ?? "9999-01-01")
  const close = () => ask(null)
  return (
    <SettingRow
      title={
        <>
          {name} <Badge>{classWord[apiKey.class]}</Badge>
          {allowedOrigins.length > 0 && <Badge tone="warning">Public, for web pages</Badge>}
          {isExpired && revokedAt === null && <Badge tone="warning">Expired</Badge>}
        </>
      }
      sub={
        <>
          <code>{hint}…</code> · created <Ago at={createdAt} /> ·{" "}
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
              · {isExpired ? "expired" : "expires"} <Ago at={expiresAt} />
            </>
          )}
          {revokedAt !== null && (
            <>
              {" "}
              · revoked <Ago at={revokedAt} />
            </>
          )}
          {allowedOrigins.length > 0 && (
            <div>
              {allowedOrigins.join(", ")} · at most {requestsPerMinute?.toLocaleString("en")}{" "}
              requests per minute
            </div>
          )}
          {scopes.length > 0 && <div>{scopes.join(", ")}</div>}
          <LimitWords ids={labelIds} />
        </>
      }
    >
      {mayWrite && (
        <>
          <Button variant="quiet" aria-label={`Rotate ${name}`} onClick={() => ask("rotate")}>
            Rotate
          </Button>
          <Button variant="quiet" aria-label={`Revoke ${name}`} onClick={() => ask("revoke")}>
            Revoke
          </Button>
        </>
      )}
      {asked === "revoke" && <AskRevoke apiKey={apiKey} onChange={onChange} onClose={close} />}
      {asked === "rotate" && <AskRotate apiKey={apiKey} onChange={onChange} onClose={close} />}
    </SettingRow>
  )
}

type AskProps = { apiKey: Key; onChange(): void; onClose(): void }

function AskRevoke({ apiKey: { id, name, lastUsedAt }, onChange, onClose }: AskProps) {
  return (
    <ConfirmChange
      title={`Revoke ${name}?`}
      text={
        <>
          Requests with this key are refused at once. This cannot be undone.
          {lastUsedAt !== null && (
            <>
              {" "}
              It was last used <Ago at={lastUsedAt} />.
            </>
          )}
        </>
      }
      verb="Revoke key"
      document={RevokeKey}
      variables={{ id }}
      said={`Key ${name} revoked`}
      onDone={onChange}
      onClose={onClose}
    />
  )
}

/** A new key with the same permissions; the old one works until it is revoked. */
function AskRotate({ apiKey, onChange, onClose }: AskProps) {
  const { id: projectId } = useProject()
  const create = useChange(CreateKey)
  const [made, setMade] = useState<MadeKey | null>(null)
  const { name, scopes, labelIds, createdAt, expiresAt } = apiKey
  const { allowedOrigins, requestsPerMinute } = apiKey
  const onYes = async () => {
    const lifeMs = expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(createdAt)
    const done = await create.run({
      projectId,
      class: apiKey.class,
      name,
      scopes: apiKey.class === "INGESTION" ? null : scopes,
      labelIds,
      allowedOrigins,
      requestsPerMinute,
      expiresAt: lifeMs === null ? null : new Date(Date.now() + lifeMs).toISOString(),
    })
    if (done === null) return
    setMade({
      ...done.createKey.key,
      token: done.createKey.token,
      keyClass: apiKey.class,
      isPublic: allowedOrigins.length > 0,
    })
    onChange()
  }
  if (made !== null) return <ShowKey made={made} onClose={onClose} />
  return (
    <Confirm
      title={`Rotate ${name}?`}
      text="Creates a second key with the same class, permissions, labels, origins and lifetime. The old key works until you revoke it: replace it first, then revoke it."
      verb="Create new key"
      change={create}
      onYes={() => void onYes()}
      onClose={onClose}
    />
  )
}
