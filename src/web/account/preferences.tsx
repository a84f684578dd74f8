import { useState } from "react"
import { Part } from "../settings/part.tsx"
import { useSending } from "../sign-in/sending.ts"
import { readSession, send, type Person } from "../sign-in/session.ts"
import { Submit } from "../ui/button.tsx"
import { Choice, Form } from "../ui/field.tsx"
import { Picker } from "../ui/picker.tsx"
import { timeZones } from "../ui/time-zones.ts"
import { toast } from "../ui/toast.tsx"
import { browserZone } from "../ui/zone.ts"

/** The languages that messages are written in; see src/channels/words. */
const languages = [
  { value: "en", label: "English" },
  { value: "de", label: "Deutsch" },
] as const

/** The time zone of the dashboard and the language of messages, in every browser. */
export function Preferences({ person }: { person: Person }) {
  const sending = useSending()
  const [timeZone, setTimeZone] = useState(person.timeZone)
  const [language, setLanguage] = useState(person.language)
  const save = () =>
    sending.run(async () => {
      const answer = await send("/update-user", { timeZone, language })
      if (!answer.ok) return answer
      toast("Time zone and language saved")
      await readSession()
      return null
    })
  return (
    <Part title="Time zone and language" text="Applies wherever you sign in.">
      <Form refusal={sending.refusal} onSend={save}>
        <div className="part-body">
          <div className="fields">
            <Picker
              label="Time zone"
              at="#/timeZone"
              options={timeZones()}
              value={timeZone}
              isOptional
              placeholder={`${browserZone()}, as this browser`}
              hint="Of all times on screen. Hover a time to see it in UTC."
              onChange={setTimeZone}
            />
            <Choice
              label="Language of messages"
              name="language"
              value={language}
              hint="Of pages and notices to you by e-mail, SMS, call and browser."
              onChange={({ target }) => setLanguage(target.value)}
              options={languages}
            />
          </div>
        </div>
        <div className="part-foot">
          <span>Team channels and the dashboard stay in English.</span>
          <Submit
            isBusy={sending.isRunning}
            disabled={timeZone === person.timeZone && language === person.language}
          >
            Save
          </Submit>
        </div>
      </Form>
    </Part>
  )
}
