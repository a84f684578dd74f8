import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { ColorField } from "../settings/color-field.tsx"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import type { Severity } from "./state-documents.ts"
import { CreateSeverity, UpdateSeverity } from "./state-documents.ts"

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
    <Dialog title={severity === null ? "New severity" : `Edit ${severity.name}`} onClose={onClose}>
      <Form
        className="stack"
        refusal={create.refusal ?? update.refusal}
        onSend={(form) => void send(form)}
      >
        {severity?.isBuiltIn !== true && (
          <TextField
            label="Name"
            name="name"
            at="#/name"
            defaultValue={severity?.name ?? ""}
            autoFocus
            autoComplete="off"
            placeholder="cosmetic"
          />
        )}
        <ColorField defaultValue={severity?.color ?? "#c98a1b"} />
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="accent" isBusy={create.isRunning || update.isRunning}>
            {severity === null ? "Create severity" : "Save severity"}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
