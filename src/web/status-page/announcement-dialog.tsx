import { useChange } from "../live/apply-change.ts"
import { DateTimeField, readDateTime } from "../ui/date-time-field.tsx"
import { FormDialog } from "../ui/form-dialog.tsx"
import { TextArea } from "../ui/field.tsx"
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
    <FormDialog
      title={announcement === null ? "New announcement" : "Edit announcement"}
      changes={[create, update]}
      verb={announcement === null ? "Announce" : "Save"}
      onSend={send}
      onClose={onClose}
    >
      <TextArea label="Message" name="body" rows={3} autoFocus defaultValue={announcement?.body} />
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
    </FormDialog>
  )
}
