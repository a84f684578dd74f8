import type { Refusal } from "../ui/refusal.ts"
import { Dialog, DialogFoot } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { usePeopleToPage, whomOf, WhomField } from "./people-to-page.tsx"

type Whom = { userIds: string[]; teamIds: string[]; note: string | null }

type Props = {
  refusal: Refusal | null
  isBusy: boolean
  onPage(whom: Whom): void
  onClose(): void
}

/** Asks whom to page now. */
export function PageSomeone({ refusal, isBusy, onPage, onClose }: Props) {
  const { choices } = usePeopleToPage()
  const send = (form: FormData) =>
    onPage({ ...whomOf(form.getAll("whom").map(String)), note: entry(form, "note") || null })
  return (
    <Dialog title="Page someone else" onClose={onClose}>
      <p className="muted">
        They are paged at once by all that their contact rules name for high urgency. The steps of
        the on-call policy go on as they were.
      </p>
      <Form className="stack" refusal={refusal} onSend={send}>
        <WhomField options={choices} />
        <TextField
          label="Note"
          name="note"
          maxLength={500}
          hint="What they should know. Optional."
        />
        <DialogFoot isBusy={isBusy} onClose={onClose}>
          Page
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
