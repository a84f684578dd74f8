import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Choice, Form } from "../ui/field.tsx"
import { MuteMonitor } from "./monitor-documents.ts"

export const durations: [minutes: number, words: string][] = [
  [30, "30 minutes"],
  [60, "1 hour"],
  [240, "4 hours"],
  [720, "12 hours"],
  [1440, "1 day"],
  [10_080, "1 week"],
  [43_200, "30 days"],
]

type Props = { id: string; onClose(): void; onMuted(): void }

export function Mute({ id, onClose, onMuted }: Props) {
  const mute = useChange(MuteMonitor)
  const send = async (form: FormData) => {
    const done = await mute.run({ id, durationMinutes: Number(form.get("minutes")) })
    if (done === null) return
    onMuted()
    onClose()
  }
  return (
    <Dialog title="Mute this monitor" onClose={onClose}>
      <p className="muted">
        Checks and history continue, but no incidents are declared and nobody is notified.
      </p>
      <Form className="stack" refusal={mute.refusal} onSend={(form) => void send(form)}>
        <Choice label="Duration" name="minutes" at="#/durationMinutes" defaultValue="60" autoFocus>
          {durations.map(([minutes, words]) => (
            <option key={minutes} value={minutes}>
              {words}
            </option>
          ))}
        </Choice>
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="accent" isBusy={mute.isRunning}>
            Mute
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
