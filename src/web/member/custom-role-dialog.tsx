import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { PermissionTicks } from "../settings/permission-ticks.tsx"
import { WordDialog } from "../settings/word-dialog.tsx"
import { entries, entry } from "../ui/form-entry.ts"
import { toast } from "../ui/toast.tsx"
import { CreateCustomRole, UpdateCustomRole } from "./member-documents.ts"
import type { CustomRole } from "./member-role.ts"

type Props = {
  /** Absent for a new one. */
  role?: CustomRole
  onChange(): void
  onClose(): void
}

/** Never part of a role: everybody has the first, and only owners the others. */
const fixed = ["project:read", "project:delete", "security:write"]

/** Name and permissions; a permission to write includes the one to read. */
export function CustomRoleDialog({ role, onChange, onClose }: Props) {
  const { id: projectId, permissions: own } = useProject()
  const create = useChange(CreateCustomRole)
  const update = useChange(UpdateCustomRole)
  const send = async (form: FormData) => {
    const given = { name: entry(form, "name"), permissions: entries(form, "permissions") }
    const done =
      role === undefined
        ? await create.run({ projectId, ...given })
        : await update.run({ id: role.id, ...given })
    if (done === null) return
    toast(role === undefined ? "Role added" : "Role saved")
    onClose()
    onChange()
  }
  return (
    <WordDialog
      noun="role"
      name={role?.name ?? null}
      verb="Add"
      placeholder="Support"
      changes={[create, update]}
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
