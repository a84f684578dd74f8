import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { Button, Submit } from "../ui/button.tsx"
import { DateTimeField } from "../ui/date-time-field.tsx"
import { Form } from "../ui/field.tsx"
import { Picker } from "../ui/picker.tsx"
import { toast } from "../ui/toast.tsx"
import { CreateOverride, UpdateOverride } from "./override-documents.ts"
import { usePeople } from "./use-people.ts"

type Props = {
  rotationId: string
  /** An existing override: its person stays, its times change. */
  overrideId?: string
  startsAt: string
  endsAt: string
  onClose(): void
  onDone(): void
}

const nobody = { value: "", label: "Nobody", hint: "Alerts go on to the next rule" }

/** Puts one person, or nobody, on call instead of the layers. */
export function OverrideForm(props: Props) {
  const { rotationId, overrideId, onClose, onDone } = props
  const create = useChange(CreateOverride)
  const update = useChange(UpdateOverride)
  const people = usePeople()
  const [userId, setUserId] = useState<string | null>(null)
  const [startsAt, setStartsAt] = useState<string | null>(props.startsAt)
  const [endsAt, setEndsAt] = useState<string | null>(props.endsAt)
  const isBegun = overrideId !== undefined && Date.parse(props.startsAt) <= Date.now()
  const send = async () => {
    const times = { startsAt: startsAt ?? "", endsAt: endsAt ?? "" }
    const done =
      overrideId === undefined
        ? await create.run({ rotationId, ...times, ...personOf(userId) })
        : await update.run({
            id: overrideId,
            endsAt: times.endsAt,
            ...(isBegun ? {} : { startsAt: times.startsAt }),
          })
    if (done === null) return
    toast(overrideId === undefined ? "Override created" : "Override changed")
    onDone()
  }
  return (
    <Form className="stack" refusal={create.refusal ?? update.refusal} onSend={send}>
      {overrideId === undefined && (
        <Picker
          label="On call instead"
          at="#/userId"
          options={[...people, nobody]}
          value={userId}
          placeholder="Choose a person"
          onChange={setUserId}
        />
      )}
      {!isBegun && (
        <DateTimeField
          label="From"
          name="startsAt"
          defaultValue={props.startsAt}
          onChange={setStartsAt}
        />
      )}
      <DateTimeField label="Until" name="endsAt" defaultValue={props.endsAt} onChange={setEndsAt} />
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Submit
          isBusy={
            create.isRunning || update.isRunning || (overrideId === undefined && userId === null)
          }
        >
          {overrideId === undefined ? "Create override" : "Save"}
        </Submit>
      </div>
    </Form>
  )
}

const personOf = (userId: string | null) =>
  userId === "" ? { isNobody: true } : { userId, isNobody: false }
