import { useProject } from "../project/project-context.ts"
import { useSave } from "../project/use-save.ts"
import { PermissionTicks } from "../settings/permission-ticks.tsx"
import { WordDialog } from "../settings/word-dialog.tsx"
import { entries, entry } from "../ui/form-entry.ts"
import { CreateCustomRole, UpdateCustomRole } from "./member-documents.ts"
import type { CustomRole } from "./member-role.ts"

type Props = {
  /** Absent for a new one. */
  role?: CustomRole
  onChange(): void
  onClose(): void
}

type RoleInput = { name: string; permissions: string[] }

/** Never part of a role: everybody has the first, and only owners the others. */
const fixed = ["project:read", "project:delete", "security:write"]

/** Name and permissions; a permission to write includes the one to read. */
export function CustomRoleDialog({ role, onChange, onClose }: Props) {
  const { permissions: own } = useProject()
  const save = useSave<RoleInput>(CreateCustomRole, UpdateCustomRole, role?.id)
  const send = async (form: FormData) => {
    const input = { name: entry(form, "name"), permissions: entries(form, "permissions") }
    if (!(await save.run(input, { said: role ? "Role saved" : "Role added" }))) return
    onClose()
    onChange()
  }
  return (
    <WordDialog
      noun="role"
      name={role?.name ?? null}
      verb="Add"
      placeholder="Support"
      changes={[save]}
      onSend={send}
      onClose={onClose}
    >
      <fieldset className="field" data-at="#/permissions">
        <legend className="legend">Permissions</legend>
        <PermissionTicks
          name="permissions"
          permissions={own.filter((one) => !fixed.includes(one))}
          isChosen={(one) => role?.permissions.includes(one) ?? false}
        />
      </fieldset>
      <p className="muted small">A permission to write includes the one to read.</p>
    </WordDialog>
  )
}
