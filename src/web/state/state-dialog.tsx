import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { ColorField } from "../settings/color-field.tsx"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import type { State } from "./state-documents.ts"
import { CreateState, UpdateState } from "./state-documents.ts"

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
    <Dialog title={state === null ? "New state" : `Edit ${state.name}`} onClose={onClose}>
      <Form
        className="stack"
        refusal={create.refusal ?? update.refusal}
        onSend={(form) => void send(form)}
      >
        {state?.isBuiltIn !== true && (
          <TextField
            label="Name"
            name="name"
            at="#/name"
            defaultValue={state?.name ?? ""}
            autoFocus
            autoComplete="off"
            placeholder="waiting for provider"
          />
        )}
        {state === null && (
          <Choice
            label="Means"
            name="meaning"
            at="#/meaning"
            hint="Acknowledged stops pages; resolved closes it. It cannot be changed later."
          >
            {meanings.map((meaning) => (
              <option key={meaning} value={meaning}>
                {meaningWord[meaning]}
              </option>
            ))}
          </Choice>
        )}
        <ColorField defaultValue={state?.color ?? "#5b6ee1"} />
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="accent" isBusy={create.isRunning || update.isRunning}>
            {state === null ? "Create state" : "Save state"}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
