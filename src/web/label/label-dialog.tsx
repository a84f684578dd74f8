import { useSave } from "../project/use-save.ts"
import { ColorField } from "../settings/color-field.tsx"
import { WordDialog } from "../settings/word-dialog.tsx"
import { entry } from "../ui/form-entry.ts"
import { CreateLabel, UpdateLabel } from "./label-documents.ts"

export type Label = { id: string; name: string; color: string }

type Props = { label: Label | null; onChange(): void; onClose(): void }

/** Creates a label, or changes the given one. */
export function LabelDialog({ label, onChange, onClose }: Props) {
  const save = useSave<{ name: string; color: string }>(CreateLabel, UpdateLabel, label?.id)
  const send = async (form: FormData) => {
    if (!(await save.run({ name: entry(form, "name"), color: entry(form, "color") }))) return
    onClose()
    onChange()
  }
  return (
    <WordDialog
      noun="label"
      name={label?.name ?? null}
      placeholder="production"
      changes={[save]}
      onSend={send}
      onClose={onClose}
    >
      <ColorField defaultValue={label?.color ?? "#5b6ee1"} />
    </WordDialog>
  )
}
