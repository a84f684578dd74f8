import { LimitField } from "../label/limit-field.tsx"
import { useChange } from "../live/apply-change.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { entries } from "../ui/form-entry.ts"
import { toast } from "../ui/toast.tsx"
import { ChangeMemberRole } from "./member-documents.ts"
import { roleOf, roleValue, type CustomRole, type Role } from "./member-role.ts"

type Props = {
  member: {
    id: string
    name: string
    role: Role
    customRole: Pick<CustomRole, "id" | "name"> | null
    labelIds: readonly string[]
  }
  onChange(): void
  onClose(): void
}

/** Limits what a member sees and changes to monitors with certain labels. */
export function LimitDialog({ member, onChange, onClose }: Props) {
  const { id, name, labelIds } = member
  const change = useChange(ChangeMemberRole)
  const send = async (form: FormData) => {
    const given = { id, ...roleOf(roleValue(member)), labelIds: entries(form, "labelIds") }
    if ((await change.run(given)) === null) return
    toast(given.labelIds.length === 0 ? `${name} sees all monitors` : `${name} is limited`)
    onClose()
    onChange()
  }
  return (
    <FormDialog
      title={`What ${name} sees`}
      changes={[change]}
      verb="Save"
      onSend={send}
      onClose={onClose}
    >
      <LimitField label="Only monitors with one of these labels" defaultIds={labelIds} />
      <p className="muted small">
        {name} then sees and changes only these monitors with their alerts, incidents and
        maintenance, and nothing that belongs to the whole project, such as status pages, SLOs,
        telemetry, webhooks and settings. Without a label, {name} sees everything.
      </p>
    </FormDialog>
  )
}
