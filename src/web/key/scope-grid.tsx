import { useProject } from "../project/project-context.ts"
import { PermissionTicks } from "../settings/permission-ticks.tsx"

/** The permissions that a public key can carry and the viewer has, one line for each noun. */
export function ScopeGrid({ issue }: { issue: string | undefined }) {
  const { permissions } = useProject()
  return (
    <fieldset className="field">
      <legend className="legend">Permissions</legend>
      {issue !== undefined && <p className="field-issue">{issue}</p>}
      <PermissionTicks
        name="scopes"
        permissions={permissions.filter((scope) => keyNouns.has(scope.split(":")[0] ?? ""))}
        isChosen={(scope) => scope.endsWith(":read")}
      />
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
