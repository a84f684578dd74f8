import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
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
  const nouns = Map.groupBy(
    own.filter((one) => !fixed.includes(one)),
    (one) => one.split(":")[0] ?? "",
  )
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
    <Dialog title={role === undefined ? "New role" : `Edit ${role.name}`} onClose={onClose}>
      <Form
        className="stack"
        refusal={create.refusal ?? update.refusal}
        onSend={(form) => void send(form)}
      >
        <TextField
          label="Name"
          name="name"
          at="#/name"
          autoComplete="off"
          autoFocus
          maxLength={200}
          defaultValue={role?.name}
          placeholder="Support"
        />
        <fieldset className="field" data-at="#/permissions">
          <legend className="legend">Permissions</legend>
          <div className="scope-grid">
            {[...nouns].map(([noun, all]) => (
              <div key={noun} className="scope-line">
                <span>{noun.replaceAll("_", " ")}</span>
                {all.map((one) => (
                  <label key={one} className="tick">
                    <input
                      type="checkbox"
                      name="permissions"
                      value={one}
                      aria-label={one}
                      defaultChecked={role?.permissions.includes(one) ?? false}
                    />
                    {one.endsWith(":read") ? "Read" : "Write"}
                  </label>
                ))}
              </div>
            ))}
          </div>
        </fieldset>
        <p className="muted small">A permission to write includes the one to read.</p>
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="accent" isBusy={create.isRunning || update.isRunning}>
            {role === undefined ? "Add role" : "Save role"}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
