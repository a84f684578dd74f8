import { useState } from "react"
import { useProject } from "../project/project-context.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Button } from "../ui/button.tsx"
import { CustomRoleDialog } from "./custom-role-dialog.tsx"
import { DeleteCustomRole } from "./member-documents.ts"
import type { CustomRole } from "./member-role.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"
import { counted } from "../ui/counted.ts"

type Role = CustomRole & { memberCount: number }
type Props = { roles: readonly Role[]; onChange(): void }

/** Roles that the project defined, made of permissions. */
export function CustomRolesPart({ roles, onChange }: Props) {
  const { may } = useProject()
  const [isAdding, setAdding] = useState(false)
  if (roles.length === 0 && !may("members:write")) return null
  return (
    <Part
      title="Custom roles"
      text="Made of the permissions that you choose. You can only grant what you may do yourself."
      side={
        may("members:write") && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            New role
          </Button>
        )
      }
    >
      {roles.length > 0 && (
        <ul aria-label="Custom roles">
          {roles.map((role) => (
            <Line key={role.id} role={role} onChange={onChange} />
          ))}
        </ul>
      )}
      {isAdding && <CustomRoleDialog onChange={onChange} onClose={() => setAdding(false)} />}
    </Part>
  )
}

function Line({ role, onChange }: { role: Role; onChange(): void }) {
  const { permissions } = useProject()
  const [open, setOpen] = useState<"edit" | "delete" | null>(null)
  const isMine =
    permissions.includes("members:write") &&
    role.permissions.every((one) => permissions.includes(one))
  const { memberCount } = role
  return (
    <SettingRow
      title={role.name}
      sub={`${counted(memberCount, "member")} · ${role.permissions.join(", ")}`}
    >
      {isMine && (
        <>
          <Button aria-label={`Edit ${role.name}`} onClick={() => setOpen("edit")}>
            Edit
          </Button>
          <Button
            variant="quiet"
            aria-label={`Delete ${role.name}`}
            onClick={() => setOpen("delete")}
          >
            Delete
          </Button>
        </>
      )}
      {open === "edit" && (
        <CustomRoleDialog role={role} onChange={onChange} onClose={() => setOpen(null)} />
      )}
      {open === "delete" && (
        <AskDeletion role={role} onChange={onChange} onClose={() => setOpen(null)} />
      )}
    </SettingRow>
  )
}

type AskProps = { role: Role; onChange(): void; onClose(): void }

function AskDeletion({ role: { id, name }, onChange, onClose }: AskProps) {
  return (
    <ConfirmChange
      title={`Delete the role ${name}?`}
      text="It can be deleted once no member and no open invitation has it."
      verb="Delete role"
      document={DeleteCustomRole}
      variables={{ id }}
      said="Role deleted"
      onDone={onChange}
      onClose={onClose}
    />
  )
}
