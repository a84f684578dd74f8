import type { AnyVariables, TypedDocumentNode } from "urql"
import { useChange } from "../live/apply-change.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"

type Props<Data, Variables> = {
  title: string
  label: string
  verb: string
  defaultValue?: string
  document: TypedDocumentNode<Data, Variables>
  variablesOf(name: string): Variables
  onClose(): void
  onDone(): void
}

/** Asks for one name. */
export function NameDialog<Data, Variables extends AnyVariables>({
  title,
  label,
  verb,
  defaultValue,
  document,
  variablesOf,
  onClose,
  onDone,
}: Props<Data, Variables>) {
  const change = useChange(document)
  const send = async (form: FormData) => {
    if ((await change.run(variablesOf(entry(form, "name")))) === null) return
    onDone()
    onClose()
  }
  return (
    <FormDialog title={title} changes={[change]} verb={verb} onSend={send} onClose={onClose}>
      <TextField
        label={label}
        name="name"
        autoComplete="off"
        autoFocus
        defaultValue={defaultValue}
      />
    </FormDialog>
  )
}
