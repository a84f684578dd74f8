import type { AnyVariables, TypedDocumentNode } from "urql"
import { useChange } from "../live/apply-change.ts"
import { Dialog, DialogFoot } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
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
    <Dialog title={title} onClose={onClose}>
      <Form className="stack" refusal={change.refusal} onSend={(form) => void send(form)}>
        <TextField
          label={label}
          name="name"
          autoComplete="off"
          autoFocus
          defaultValue={defaultValue}
        />
        <DialogFoot isBusy={change.isRunning} onClose={onClose}>
          {verb}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
