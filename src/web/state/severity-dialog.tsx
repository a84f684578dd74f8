import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { ColorField } from "../settings/color-field.tsx"
import { WordDialog } from "../settings/word-dialog.tsx"
import { entry } from "../ui/form-entry.ts"
import { CreateSeverity, UpdateSeverity, type Severity } from "./state-documents.ts"

type Props = {
  subject: "INCIDENT" | "ALERT"
  severity: Severity | null
  onChange(): void
  onClose(): void
}

/** Creates a severity, or changes the given one; a built-in one keeps its name. */
export function SeverityDialog({ subject, severity, onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const create = useChange(CreateSeverity)
  const update = useChange(UpdateSeverity)
  const send = async (form: FormData) => {
    const color = entry(form, "color")
    const name = entry(form, "name")
    const done =
      severity === null
        ? await create.run({ projectId, subject, name, color })
        : await update.run({ id: severity.id, color, ...(severity.isBuiltIn ? {} : { name }) })
    if (done === null) return
    onClose()
    onChange()
  }
  return (
    <WordDialog
      noun="severity"
      name={severity?.name ?? null}
      hasName={severity?.isBuiltIn !== true}
      placeholder="cosmetic"
      changes={[create, update]}
      onSend={send}
      onClose={onClose}
    >
      <ColorField defaultValue={severity?.color ?? "#c98a1b"} />
    </WordDialog>
  )
}
