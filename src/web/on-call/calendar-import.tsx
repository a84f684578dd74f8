import type { FragmentOf } from "../graphql.ts"
import { textOf, type FindingWords } from "../ui/finding-words.ts"
import { Findings } from "../ui/findings.tsx"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { RemoveCalendar, SetCalendar } from "./rotation-documents.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Props = {
  rotationId: string
  calendar: {
    hint: string
    fetchedAt: string | null
    lastFindings: readonly FragmentOf<typeof FindingWords>[]
    warnings: readonly { finding: FragmentOf<typeof FindingWords> }[]
  } | null
  onChange(): void
}

/** A calendar elsewhere whose events say who is on call. */
export function CalendarImport({ rotationId, calendar, onChange }: Props) {
  const { may } = useProject()
  const set = useChange(SetCalendar)
  const [isAsking, setAsking] = useState(false)
  const mayWrite = may("on_call:write")
  const send = async (form: FormData) => {
    if ((await set.run({ rotationId, url: entry(form, "url").trim() })) === null) return
    toast("Calendar connected. Its events apply after the first fetch.")
    onChange()
  }
  return (
    <section className="card card-form" aria-labelledby="import">
      <h2 id="import">Imported calendar</h2>
      {calendar === null ? (
        <p className="muted small">
          Events of an iCal calendar can name who is on call: by an attendee, or by a name or
          address in the title. They take precedence over the layers.
        </p>
      ) : (
        <div className="stack">
          <p>
            <span className="code">{calendar.hint}</span>
            <br />
            <span className="muted small">
              {calendar.fetchedAt === null ? (
                "Not fetched yet"
              ) : (
                <>
                  Fetched <Ago at={calendar.fetchedAt} />
                </>
              )}
            </span>
          </p>
          {calendar.lastFindings.length > 0 && (
            <p className="small" role="status">
              Last fetch failed: <Findings of={calendar.lastFindings} />
            </p>
          )}
          {calendar.warnings.length > 0 && (
            <div className="small" role="status">
              <p>Events that do not count:</p>
              <ul>
                {calendar.warnings.map(({ finding }) => (
                  <li key={textOf([finding])}>
                    <Findings of={[finding]} />
                  </li>
                ))}
              </ul>
            </div>
          )}
          {mayWrite && (
            <div>
              <Button variant="danger" onClick={() => setAsking(true)}>
                Remove calendar
              </Button>
            </div>
          )}
        </div>
      )}
      {mayWrite && calendar === null && (
        <Form className="stack" refusal={set.refusal} onSend={send}>
          <TextField
            label="iCal URL"
            name="url"
            type="url"
            placeholder="https://calendar.example.com/on-call.ics"
            autoComplete="off"
          />
          <div>
            <Button type="submit" isBusy={set.isRunning}>
              Connect calendar
            </Button>
          </div>
        </Form>
      )}
      {isAsking && (
        <ConfirmChange
          title="Remove the calendar?"
          text="Its events no longer decide who is on call; the layers apply again."
          verb="Remove"
          document={RemoveCalendar}
          variables={{ rotationId }}
          said="Calendar removed."
          onDone={onChange}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
