import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { Part } from "../settings/part.tsx"
import { Submit } from "../ui/button.tsx"
import { Form } from "../ui/field.tsx"
import { Picker } from "../ui/picker.tsx"
import { timeZones } from "../ui/time-zones.ts"
import { toast } from "../ui/toast.tsx"
import { SetProjectTimeZone } from "./report-documents.ts"

type Props = { projectId: string; timeZone: string; onChange(): void }

/** The zone in which the months of reports begin and end. */
export function ReportZone({ projectId, timeZone, onChange }: Props) {
  const change = useChange(SetProjectTimeZone)
  const [chosen, setChosen] = useState(timeZone)
  const save = async () => {
    if ((await change.run({ projectId, timeZone: chosen })) === null) return
    toast("Time zone saved")
    onChange()
  }
  return (
    <Part title="Time zone" text="In which the months of reports begin and end.">
      <Form refusal={change.refusal} onSend={save}>
        <div className="part-body">
          <Picker
            label="Time zone of the project"
            at="#/timeZone"
            options={timeZones()}
            value={chosen}
            onChange={(value) => setChosen(value ?? timeZone)}
          />
        </div>
        <div className="part-foot">
          <span>Changes when the next reports are mailed.</span>
          <Submit isBusy={change.isRunning} disabled={chosen === timeZone}>
            Save
          </Submit>
        </div>
      </Form>
    </Part>
  )
}
