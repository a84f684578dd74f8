import type { AnyVariables, TypedDocumentNode } from "urql"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
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
          at="#/name"
          autoComplete="off"
          autoFocus
          defaultValue={defaultValue}
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="accent" isBusy={change.isRunning}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
