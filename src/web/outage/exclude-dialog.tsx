import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { DateTimeField, readDateTime } from "../ui/date-time-field.tsx"
import { Dialog, DialogFoot } from "../ui/dialog.tsx"
import { Form, TextArea } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { ExactTime } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { CreateCorrection, DeleteCorrection } from "./outage-documents.ts"

/** The exact times of an outage; null for a span that is chosen here. */
export type ExcludedSpan = { startsAt: string; endsAt: string } | null

type Props = { monitorId: string; span: ExcludedSpan; onChange(): void; onClose(): void }

/** Excludes an outage, or a span, from the uptime of a monitor, with a reason. */
export function ExcludeDialog({ monitorId, span, onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const create = useChange(CreateCorrection)
  const remove = useChange(DeleteCorrection)
  const [now] = useState(() => new Date())
  const send = async (form: FormData) => {
    const startsAt = span?.startsAt ?? readDateTime(form, "startsAt")
    const endsAt = span?.endsAt ?? readDateTime(form, "endsAt")
    const done = await create.run({
      projectId,
      monitorIds: [monitorId],
      startsAt: startsAt ?? "",
      endsAt: endsAt ?? "",
      reason: entry(form, "reason"),
    })
    if (done === null) return
    const { id } = done.createCorrection
    const undo = async () => {
      if ((await remove.run({ id })) !== null) onChange()
    }
    toast("Excluded from uptime", { undo: () => void undo() })
    onChange()
    onClose()
  }
  return (
    <Dialog title="Exclude from uptime" onClose={onClose}>
      <Form className="stack" refusal={create.refusal} onSend={(form) => void send(form)}>
        <p className="muted">
          Uptime no longer counts this time, and says that it is corrected. Checks and outages stay
          as they are.
        </p>
        {span === null ? (
          <>
            <DateTimeField
              label="From"
              name="startsAt"
              isRequired
              defaultValue={new Date(now.getTime() - 3_600_000).toISOString()}
            />
            <DateTimeField label="To" name="endsAt" isRequired defaultValue={now.toISOString()} />
          </>
        ) : (
          <p>
            <ExactTime at={span.startsAt} /> – <ExactTime at={span.endsAt} />
          </p>
        )}
        <TextArea
          label="Reason"
          name="reason"
          rows={3}
          autoFocus
          placeholder="The failure was in our own test."
        />
        <DialogFoot isBusy={create.isRunning} onClose={onClose}>
          Exclude
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
