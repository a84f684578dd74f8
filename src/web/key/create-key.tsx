import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { LimitField } from "../label/limit-field.tsx"
import { useProject } from "../project/project-context.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Choice, TextField } from "../ui/field.tsx"
import { entries, entry } from "../ui/form-entry.ts"
import { BrowserFields, readBrowserUse } from "./browser-fields.tsx"
import { classHint, classWord, keyClasses, type KeyClass } from "./key-class.ts"
import { CreateKey } from "./key-documents.ts"
import { ShowKey, type MadeKey } from "./made-key.tsx"
import { ScopeGrid } from "./scope-grid.tsx"

const dayMs = 86_400_000

/** Creates a key and shows it once; it cannot be read again. */
export function NewKeyDialog({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const { id: projectId } = useProject()
  const create = useChange(CreateKey)
  const [keyClass, setClass] = useState<KeyClass>("PUBLIC")
  const [isBrowser, setBrowser] = useState(false)
  const [made, setMade] = useState<MadeKey | null>(null)
  const send = async (form: FormData) => {
    const days = Number(form.get("days"))
    const done = await create.run({
      projectId,
      class: keyClass,
      name: entry(form, "name"),
      scopes: keyClass === "INGESTION" ? null : entries(form, "scopes"),
      labelIds: keyClass === "INGESTION" ? null : entries(form, "labelIds"),
      ...(keyClass === "INGESTION" && isBrowser ? readBrowserUse(form) : {}),
      expiresAt: days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString(),
    })
    if (done === null) return
    const isPublic = keyClass === "INGESTION" && isBrowser
    setMade({ ...done.createKey.key, token: done.createKey.token, keyClass, isPublic })
    onMade()
  }
  if (made !== null) return <ShowKey made={made} onClose={onClose} />
  return (
    <FormDialog
      title="New API key"
      changes={[create]}
      verb="Create key"
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label="Key name"
        name="name"
        autoComplete="off"
        autoFocus
        placeholder="Deploy script"
      />
      <fieldset className="field">
        <legend className="legend">Class</legend>
        {keyClasses.map((one) => (
          <label key={one} className="pick">
            <input
              type="radio"
              name="class"
              value={one}
              checked={one === keyClass}
              onChange={() => setClass(one)}
            />
            <span>
              <span className="pick-title">{classWord[one]}</span>
              <span className="muted small">{classHint[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {keyClass === "PUBLIC" && <ScopeGrid issue={create.refusal?.issues.get("#/scopes")} />}
      {keyClass === "LEGACY" && (
        <label className="tick">
          <input type="checkbox" name="scopes" value="mcp:write" />
          May make changes over MCP
        </label>
      )}
      {keyClass === "INGESTION" && <BrowserFields isOn={isBrowser} onChange={setBrowser} />}
      {keyClass !== "INGESTION" && (
        <LimitField
          label="Limited to labels"
          hint="Then the key reaches only monitors with one of these labels, and nothing of the whole project."
        />
      )}
      <Choice label="Expires" name="days" at="#/expiresAt" defaultValue="0">
        <option value="0">Never</option>
        <option value="30">In 30 days</option>
        <option value="90">In 90 days</option>
        <option value="365">In a year</option>
      </Choice>
    </FormDialog>
  )
}
