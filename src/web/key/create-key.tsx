import { useState } from "react"
import type { VariablesOf } from "../graphql.ts"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { useProject } from "../project/project-context.ts"
import { CreateKey } from "./key-documents.ts"
import { entries, entry } from "../ui/form-entry.ts"

type KeyClass = VariablesOf<typeof CreateKey>["class"]

type Made = { id: string; name: string; token: string; keyClass: KeyClass }

const dayMs = 86_400_000

/** Shows the new key once; it cannot be read again. */
export function NewKey({ onMade }: { onMade(): void }) {
  const { id: projectId, permissions } = useProject()
  const create = useChange(CreateKey)
  const [keyClass, setClass] = useState<KeyClass>("PUBLIC")
  const [made, setMade] = useState<Made | null>(null)
  const scopes = permissions.filter((one) =>
    /^(monitors|incidents|alerts|maintenances|status_pages|on_call|usage|webhooks):/.test(one),
  )

  const send = async (form: FormData) => {
    const days = Number(form.get("days"))
    const done = await create.run({
      projectId,
      class: keyClass,
      name: entry(form, "name"),
      scopes: keyClass === "INGESTION" ? null : entries(form, "scopes"),
      expiresAt: days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString(),
    })
    if (done === null) return
    setMade({ ...done.createKey.key, token: done.createKey.token, keyClass })
    onMade()
  }
  return (
    <div className="form-part form-line">
      {made !== null && (
        <div className="noted stack" role="status">
          <p>Key {made.name} created. Copy it now: it is not shown again.</p>
          <Copyable text={made.token} label="API key" />
          {made.keyClass === "LEGACY" && <McpSnippet token={made.token} />}
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
              <option value="LEGACY">Legacy: MCP and metrics</option>
              <option value="INGESTION">Ingestion: telemetry</option>
            </Choice>
            <Choice label="Expires" name="days" at="#/expiresAt" defaultValue="0">
              <option value="0">Never</option>
              <option value="30">In 30 days</option>
              <option value="90">In 90 days</option>
              <option value="365">In a year</option>
            </Choice>
          </div>
          {keyClass === "PUBLIC" && (
            <fieldset className="field">
              <legend className="legend">Permissions</legend>
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
          {keyClass === "LEGACY" && (
            <label className="tick">
              <input type="checkbox" name="scopes" value="mcp:write" />
              May make changes over MCP
            </label>
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

/** Ready to paste; the linked page covers other clients. */
function McpSnippet({ token }: { token: string }) {
  const url = `${location.origin}/mcp`
  return (
    <>
      <p>
        To connect Claude Code, run this; <a href="/docs/mcp">other clients</a> are documented.
      </p>
      <Copyable
        text={`claude mcp add --transport http watchkeeper ${url} --header "Authorization: Bearer ${token}"`}
        label="MCP command"
      />
    </>
  )
}
