import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { ColorField } from "../settings/color-field.tsx"
import { WordDialog } from "../settings/word-dialog.tsx"
import { Choice } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { CreateState, UpdateState, type State } from "./state-documents.ts"

export const meaningWord: Record<State["meaning"], string> = {
  OPEN: "Open",
  ACKNOWLEDGED: "Acknowledged",
  RESOLVED: "Resolved",
}
const meanings = ["OPEN", "ACKNOWLEDGED", "RESOLVED"] as const

type Props = {
  subject: "INCIDENT" | "ALERT"
  state: State | null
  onChange(): void
  onClose(): void
}

/** Creates a state, or changes the given one. A built-in one keeps its name, and each keeps its meaning. */
export function StateDialog({ subject, state, onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const create = useChange(CreateState)
  const update = useChange(UpdateState)
  const send = async (form: FormData) => {
    const color = entry(form, "color")
    const name = entry(form, "name")
    const meaning = meanings.find((one) => one === entry(form, "meaning")) ?? "OPEN"
    const done =
      state === null
        ? await create.run({ projectId, subject, name, color, meaning })
        : await update.run({ id: state.id, color, ...(state.isBuiltIn ? {} : { name }) })
    if (done === null) return
    onClose()
    onChange()
  }
  return (
    <WordDialog
      noun="state"
      name={state?.name ?? null}
      hasName={state?.isBuiltIn !== true}
      placeholder="waiting for provider"
      changes={[create, update]}
      onSend={send}
      onClose={onClose}
    >
      {state === null && (
        <Choice
          label="Means"
          name="meaning"
          hint="Acknowledged stops pages; resolved closes it. It cannot be changed later."
          options={meanings.map((meaning) => ({ value: meaning, label: meaningWord[meaning] }))}
        />
      )}
      <ColorField defaultValue={state?.color ?? "#5b6ee1"} />
    </WordDialog>
  )
}
