import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { Part } from "../settings/part.tsx"
import { Submit } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { toast } from "../ui/toast.tsx"
import { UpdateTeamChannel } from "./channel-documents.ts"
import { readSettings, SettingFields, SetupSteps } from "./channel-form.tsx"
import type { ChannelProps } from "./channel-page.tsx"
import { Unsaved } from "../ui/unsaved.tsx"

/** The name; the settings only as a whole, because secrets cannot be read back. */
export function EditChannel({ channel, onChange }: ChannelProps) {
  const { id, kind, name } = channel
  const change = useChange(UpdateTeamChannel)
  const [isMoving, setMoving] = useState(false)
  const send = async (form: FormData) => {
    const settings = isMoving ? { settings: readSettings(kind, form) } : {}
    const done = await change.run({ id, name: entry(form, "name").trim(), ...settings })
    if (done === null) return
    setMoving(false)
    toast("Channel saved")
    onChange()
  }
  return (
    <Part title="Settings">
      <Form refusal={change.refusal} onSend={send}>
        <Unsaved refusal={change.refusal} />
        <div className="part-body">
          <TextField label="Name" name="name" defaultValue={name} autoComplete="off" />
          {isMoving && (
            <div className="beside">
              <div className="stack">
                <SettingFields kind={kind} />
              </div>
              <SetupSteps kind={kind} />
            </div>
          )}
        </div>
        <div className="part-foot">
          {isMoving ? (
            <span>A new address is verified again by a code.</span>
          ) : (
            <button type="button" className="as-link" onClick={() => setMoving(true)}>
              Replace the address or its secrets
            </button>
          )}
          <Submit isBusy={change.isRunning}>Save channel</Submit>
        </div>
      </Form>
    </Part>
  )
}
