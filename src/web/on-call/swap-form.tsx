import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useSession } from "../sign-in/session.ts"
import { DateTimeField } from "../ui/date-time-field.tsx"
import { Form, TextArea } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { Picker } from "../ui/picker.tsx"
import { toast } from "../ui/toast.tsx"
import { ProposeSwap } from "./swap-documents.ts"
import { usePeople } from "./use-people.ts"
import { DialogFoot } from "../ui/dialog.tsx"

type Props = {
  rotationId: string
  startsAt: string
  endsAt: string
  onClose(): void
  onDone(): void
}

/** Asks another member to take the viewer's shift; nothing changes until they accept. */
export function SwapForm({ rotationId, onClose, onDone, ...shift }: Props) {
  const session = useSession()
  const propose = useChange(ProposeSwap)
  const people = usePeople()
  const [takerId, setTakerId] = useState<string | null>(null)
  const [startsAt, setStartsAt] = useState<string | null>(shift.startsAt)
  const [endsAt, setEndsAt] = useState<string | null>(shift.endsAt)
  const me = session.state === "signed-in" ? session.person.id : ""
  const send = async (form: FormData) => {
    const done = await propose.run({
      rotationId,
      takerId: takerId ?? "",
      startsAt: startsAt ?? "",
      endsAt: endsAt ?? "",
      note: entry(form, "note"),
    })
    if (done === null) return
    toast("Swap requested")
    onDone()
  }
  return (
    <Form className="stack" refusal={propose.refusal} onSend={send}>
      <Picker
        label="Ask"
        at="#/takerId"
        options={people.filter(({ value }) => value !== me)}
        value={takerId}
        placeholder="Choose a person"
        hint="You stay on call until they accept."
        onChange={setTakerId}
      />
      <DateTimeField
        label="From"
        name="startsAt"
        defaultValue={shift.startsAt}
        onChange={setStartsAt}
      />
      <DateTimeField label="Until" name="endsAt" defaultValue={shift.endsAt} onChange={setEndsAt} />
      <TextArea label="Note" name="note" rows={2} maxLength={1000} />
      <DialogFoot isBusy={propose.isRunning || takerId === null} onClose={onClose}>
        Send request
      </DialogFoot>
    </Form>
  )
}
