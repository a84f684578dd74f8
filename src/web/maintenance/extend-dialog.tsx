import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { DateTimeField } from "../ui/date-time-field.tsx"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Choice } from "../ui/field.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { UpdateMaintenance, type MaintenanceView } from "./maintenance-documents.ts"
import { beforeInWords } from "./maintenance-words.ts"

const offered = [15, 30, 60, 120, 240, 720]
const minuteMs = 60_000

type Props = { window: MaintenanceView; onClose(): void; onExtended(): void }

/** Moves the end of a window that has begun. */
export function ExtendDialog({ window: { id, title, endsAt }, onClose, onExtended }: Props) {
  const update = useChange(UpdateMaintenance)
  const [minutes, setMinutes] = useState<number | null>(30)
  const [exact, setExact] = useState<string | null>(endsAt)
  const end =
    minutes === null ? exact : new Date(Date.parse(endsAt) + minutes * minuteMs).toISOString()
  const send = async () => {
    if (end === null || (await update.run({ id, endsAt: end })) === null) return
    toast("Maintenance extended")
    onExtended()
    onClose()
  }
  return (
    <FormDialog
      title={`Extend “${title}”`}
      changes={[update]}
      verb="Extend"
      isBlocked={end === null}
      onSend={send}
      onClose={onClose}
    >
      <Choice
        label="By"
        at="#/endsAt"
        value={minutes ?? ""}
        autoFocus
        onChange={({ target }) => setMinutes(target.value === "" ? null : Number(target.value))}
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {beforeInWords(one)}
          </option>
        ))}
        <option value="">Until another time…</option>
      </Choice>
      {minutes === null ? (
        <DateTimeField label="New end" name="endsAt" defaultValue={endsAt} onChange={setExact} />
      ) : (
        end !== null && (
          <p className="muted">
            Ends <DayAndTime at={end} /> instead of <DayAndTime at={endsAt} />.
          </p>
        )
      )}
    </FormDialog>
  )
}
