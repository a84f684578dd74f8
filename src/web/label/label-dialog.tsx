import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { ColorField } from "../settings/color-field.tsx"
import { WordDialog } from "../settings/word-dialog.tsx"
import { entry } from "../ui/form-entry.ts"
import { CreateLabel, UpdateLabel } from "./label-documents.ts"

export type Label = { id: string; name: string; color: string }

type Props = { label: Label | null; onChange(): void; onClose(): void }

/** Creates a label, or changes the given one. */
export function LabelDialog({ label, onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const create = useChange(CreateLabel)
  const update = useChange(UpdateLabel)
  const send = async (form: FormData) => {
    const name = entry(form, "name")
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
    <WordDialog
      noun="label"
      name={label?.name ?? null}
      placeholder="production"
      changes={[create, update]}
      onSend={send}
      onClose={onClose}
    >
      <ColorField defaultValue={label?.color ?? "#5b6ee1"} />
    </WordDialog>
  )
}
