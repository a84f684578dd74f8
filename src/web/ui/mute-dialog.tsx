import type { Refusal } from "./refusal.ts"
import { Dialog, DialogFoot } from "./dialog.tsx"
import { Choice, Form } from "./field.tsx"

/** Values are minutes. */
export const muteDurations = [
  { value: 30, label: "30 minutes" },
  { value: 60, label: "1 hour" },
  { value: 240, label: "4 hours" },
  { value: 720, label: "12 hours" },
  { value: 1440, label: "1 day" },
  { value: 10_080, label: "1 week" },
  { value: 43_200, label: "30 days" },
]

type Props = {
  title: string
  /** What a mute changes and what it does not. */
  text: string
  refusal: Refusal | null
  isBusy: boolean
  onMute(minutes: number): void
  onClose(): void
}

/** Asks how long alerts are to be muted. */
export const MuteDialog = ({ title, text, refusal, isBusy, onMute, onClose }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <p className="muted">{text}</p>
    <Form
      className="stack"
      refusal={refusal}
      onSend={(form) => onMute(Number(form.get("minutes")))}
    >
      <Choice
        label="Duration"
        name="minutes"
        at="#/durationMinutes"
        options={muteDurations}
        defaultValue="60"
        autoFocus
      />
      <DialogFoot isBusy={isBusy} onClose={onClose}>
        Mute
      </DialogFoot>
    </Form>
  </Dialog>
)
