import { useState } from "react"
import type { VariablesOf } from "../graphql.ts"
import { useChange } from "../live/change.ts"
import { Button } from "../part/button.tsx"
import { Copyable } from "../part/copy.tsx"
import { Choice, Form, TextField } from "../part/field.tsx"
import { useProject } from "../project/context.ts"
import { CreateKey } from "./documents.ts"
import { entries, entry } from "../part/entry.ts"

type KeyClass = VariablesOf<typeof CreateKey>["class"]

const dayMs = 86_400_000

/** The key itself is shown here, once, and kept nowhere. */
export function NewKey({ onMade }: { onMade(): void }) {
  const { id: projectId, permissions } = useProject()
  const create = useChange(CreateKey)
  const [keyClass, setClass] = useState<KeyClass>("PUBLIC")
  const [made, setMade] = useState<{ id: string; name: string; token: string } | null>(null)
  const scopes = permissions.filter((one) =>
    /^(monitors|incidents|alerts|maintenances|status_pages|on_call|usage|webhooks):/.test(one),
  )

  const send = async (form: FormData) => {
    const days = Number(form.get("days"))
    const done = await create.run({
      projectId,
      class: keyClass,
      name: entry(form, "name"),
      scopes: keyClass === "PUBLIC" ? entries(form, "scopes") : null,
      expiresAt: days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString(),
    })
    if (done === null) return
    setMade({ ...done.createKey.key, token: done.createKey.token })
    onMade()
  }
  return (
    <div className="form-part form-line">
      {made !== null && (
        <div className="noted stack" role="status">
          <p>This is the key {made.name}. Copy it now: it is shown this once.</p>
          <Copyable text={made.token} label="API key" />
        </div>
      )}
      <details className="fold">
        <summary>New key</summary>
        <Form
          key={made?.id ?? ""}
          className="stack"
          refusal={create.refusal}
          onSend={(form) => void send(form)}
        >
          <div className="fields">
            <TextField
              label="Key name"
              name="name"
              at="#/name"
              autoComplete="off"
              placeholder="Deploy script"
            />
            <Choice
              label="Class"
              name="class"
              at="#/class"
              value={keyClass}
              onChange={({ target }) => setClass(target.value as KeyClass)}
            >
              <option value="PUBLIC">Public: the API</option>
              <option value="LEGACY">Legacy: metrics</option>
              <option value="INGESTION">Ingestion: telemetry</option>
            </Choice>
            <Choice label="Ends" name="days" at="#/expiresAt" defaultValue="0">
              <option value="0">Never</option>
              <option value="30">In 30 days</option>
              <option value="90">In 90 days</option>
              <option value="365">In a year</option>
            </Choice>
          </div>
          {keyClass === "PUBLIC" && (
            <fieldset className="field">
              <legend className="legend">It may</legend>
              {create.refusal?.issues.get("#/scopes") !== undefined && (
                <p className="field-issue">{create.refusal.issues.get("#/scopes")}</p>
              )}
              <div className="scopes">
                {scopes.map((scope) => (
                  <label key={scope} className="tick">
                    <input
                      type="checkbox"
                      name="scopes"
                      value={scope}
                      defaultChecked={scope.endsWith(":read")}
                    />
                    <code>{scope}</code>
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          <div>
            <Button type="submit" isBusy={create.isRunning}>
              Create key
            </Button>
          </div>
        </Form>
      </details>
    </div>
  )
}
