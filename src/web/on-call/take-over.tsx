import { useChange } from "../live/apply-change.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Choice } from "../ui/field.tsx"
import { useSession } from "../sign-in/session.ts"
import type { RotationRow } from "./on-call-documents.ts"
import { CreateOverride } from "./override-documents.ts"

const hourMs = 3_600_000
const durations: [hours: number, words: string][] = [
  [1, "1 hour"],
  [2, "2 hours"],
  [4, "4 hours"],
  [8, "8 hours"],
  [12, "12 hours"],
  [24, "1 day"],
  [72, "3 days"],
  [168, "1 week"],
]

type Props = { rotation: RotationRow; onClose(): void; onTaken(): void }

/** Creates an override for the signed-in person, starting now. */
export function TakeOverDialog({ rotation, onClose, onTaken }: Props) {
  const session = useSession()
  const take = useChange(CreateOverride)
  const send = async (form: FormData) => {
    if (session.state !== "signed-in") return
    const now = Date.now()
    const done = await take.run({
      rotationId: rotation.id,
      userId: session.person.id,
      startsAt: new Date(now).toISOString(),
      endsAt: new Date(now + Number(form.get("hours")) * hourMs).toISOString(),
    })
    if (done === null) return
    onTaken()
    onClose()
  }
  return (
    <FormDialog
      title={`Take over “${rotation.name}”`}
      changes={[take]}
      verb="Take over"
      onSend={send}
      onClose={onClose}
    >
      <p className="muted">
        You take over from the person on call now. After that, the schedule continues as planned.
      </p>
      <Choice label="Duration" name="hours" at="#/endsAt" defaultValue="8" autoFocus>
        {durations.map(([hours, words]) => (
          <option key={hours} value={hours}>
            {words}
          </option>
        ))}
      </Choice>
    </FormDialog>
  )
}
