import type { ReactNode } from "react"
import { FormDialog } from "../ui/form-dialog.tsx"
import { TextField } from "../ui/field.tsx"
import type { Refusal } from "../ui/refusal.ts"

type Change = { refusal: Refusal | null; isRunning: boolean }

type Props = {
  /** "label": names the dialog and its button. */
  noun: string
  /** Of the one that is edited; null for a new one. */
  name: string | null
  /** False if it keeps its name. */
  hasName?: boolean
  placeholder: string
  /** Of the button for a new one. */
  verb?: string
  changes: readonly Change[]
  onSend(form: FormData): Promise<void>
  onClose(): void
  children: ReactNode
}

/** Creates something with a name, or edits the given one. */
export function WordDialog(props: Props) {
  const { noun, name, hasName = true, placeholder, verb = "Create", changes, onClose } = props
  return (
    <FormDialog
      title={name === null ? `New ${noun}` : `Edit ${name}`}
      changes={changes}
      verb={name === null ? `${verb} ${noun}` : `Save ${noun}`}
      onSend={props.onSend}
      onClose={onClose}
    >
      {hasName && (
        <TextField
          label="Name"
          name="name"
          maxLength={200}
          defaultValue={name ?? ""}
          autoFocus
          autoComplete="off"
          placeholder={placeholder}
        />
      )}
      {props.children}
    </FormDialog>
  )
}
