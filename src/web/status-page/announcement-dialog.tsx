import { useChange } from "../live/apply-change.ts"
import { DateTimeField, readDateTime } from "../ui/date-time-field.tsx"
import { Dialog, DialogFoot } from "../ui/dialog.tsx"
import { Form, TextArea } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { toast } from "../ui/toast.tsx"
import type { Announcement } from "./status-page-documents.ts"
import { Announce, UpdateAnnouncement } from "./visitor-documents.ts"

type Props = {
  statusPageId: string
  /** Null for a new one. */
  announcement: Announcement | null
  onChange(): void
  onClose(): void
}

/** Creates or edits an announcement. */
export function AnnouncementDialog({ statusPageId, announcement, onChange, onClose }: Props) {
  const create = useChange(Announce)
  const update = useChange(UpdateAnnouncement)
  const send = async (form: FormData) => {
    const startsAt = readDateTime(form, "startsAt")
    const values = {
      body: entry(form, "body"),
      endsAt: readDateTime(form, "endsAt"),
      ...(startsAt === null ? {} : { startsAt }),
    }
    const done =
      announcement === null
        ? await create.run({ statusPageId, ...values })
        : await update.run({ id: announcement.id, ...values })
    if (done === null) return
    toast(announcement === null ? "Announced" : "Announcement saved")
    onChange()
    onClose()
  }
  return (
    <Dialog
      title={announcement === null ? "New announcement" : "Edit announcement"}
      onClose={onClose}
    >
      <Form
        className="stack"
        refusal={create.refusal ?? update.refusal}
        onSend={(form) => void send(form)}
      >
        <TextArea
          label="Message"
          name="body"
          rows={3}
          autoFocus
          defaultValue={announcement?.body}
        />
        <DateTimeField
          label="Show from"
          name="startsAt"
          hint="Empty for now."
          defaultValue={announcement?.startsAt ?? null}
        />
        <DateTimeField
          label="Until"
          name="endsAt"
          hint="Empty to show it until you end it."
          defaultValue={announcement?.endsAt ?? null}
        />
        <DialogFoot isBusy={create.isRunning || update.isRunning} onClose={onClose}>
          {announcement === null ? "Announce" : "Save"}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
