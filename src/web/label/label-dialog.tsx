import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { ColorField } from "../settings/color-field.tsx"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { CreateLabel, UpdateLabel } from "./label-documents.ts"

export type Label = { id: string; name: string; color: string }

type Props = { label: Label | null; onChange(): void; onClose(): void }

/** Creates a label, or changes the given one. */
export function LabelDialog({ label, onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const create = useChange(CreateLabel)
  const update = useChange(UpdateLabel)
  const [name, setName] = useState(label?.name ?? "")
  const send = async (form: FormData) => {
    const color = entry(form, "color")
    const done =
      label === null
        ? await create.run({ projectId, name, color })
        : await update.run({ id: label.id, name, color })
    if (done === null) return
    onClose()
    onChange()
  }
  return (
    <Dialog title={label === null ? "New label" : `Edit ${label.name}`} onClose={onClose}>
      <Form
        className="stack"
        refusal={create.refusal ?? update.refusal}
        onSend={(form) => void send(form)}
      >
        <TextField
          label="Name"
          name="name"
          at="#/name"
          value={name}
          autoFocus
          autoComplete="off"
          placeholder="production"
          onChange={({ target }) => setName(target.value)}
        />
        <ColorField defaultValue={label?.color ?? "#5b6ee1"} />
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="accent" isBusy={create.isRunning || update.isRunning}>
            {label === null ? "Create label" : "Save label"}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
