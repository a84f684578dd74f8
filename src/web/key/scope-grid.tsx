import { useProject } from "../project/project-context.ts"

/** The permissions that a public key can carry and the viewer has, one line for each noun. */
export function ScopeGrid({ issue }: { issue: string | undefined }) {
  const { permissions } = useProject()
  const nouns = new Map<string, string[]>()
  for (const scope of permissions) {
    const [noun = ""] = scope.split(":")
    if (keyNouns.has(noun)) nouns.set(noun, [...(nouns.get(noun) ?? []), scope])
  }
  return (
    <fieldset className="field">
      <legend className="legend">Permissions</legend>
      {issue !== undefined && <p className="field-issue">{issue}</p>}
      <div className="scope-grid">
        {[...nouns].map(([noun, scopes]) => (
          <div key={noun} className="scope-line">
            <span>{noun.replaceAll("_", " ")}</span>
            {scopes.map((scope) => (
              <label key={scope} className="tick">
                <input
                  type="checkbox"
                  name="scopes"
                  value={scope}
                  aria-label={scope}
                  defaultChecked={scope.endsWith(":read")}
                />
                {scope.endsWith(":read") ? "Read" : "Write"}
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

const keyNouns = new Set([
  "monitors",
  "incidents",
  "alerts",
  "maintenances",
  "status_pages",
  "on_call",
  "usage",
  "webhooks",
])
