import { useRef } from "react"
import type { ResultOf } from "../graphql.ts"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Form, TextArea } from "../ui/field.tsx"
import { Ago, ClockTime } from "../ui/time.tsx"
import type { OneIncident } from "./incident-documents.ts"
import { AddIncidentUpdate } from "./incident-documents.ts"
import { entry } from "../ui/form-entry.ts"

type Update = NonNullable<
  ResultOf<typeof OneIncident>["incident"]
>["updates"]["edges"][number]["node"]

const words: Record<Update["kind"], string> = {
  DECLARED: "Declared",
  NOTE: "Note",
  ACKNOWLEDGED: "Acknowledged",
  STATE_CHANGED: "State changed",
  REOPENED: "Reopened",
  RESOLVED: "Resolved",
  POSTMORTEM: "Post-mortem",
}

type Props = { id: string; updates: Update[]; mayWrite: boolean; onChange(): void }

export const Timeline = ({ id, updates, mayWrite, onChange }: Props) => (
  <section className="card" aria-labelledby="timeline">
    <div className="card-head">
      <h2 id="timeline">Timeline</h2>
    </div>
    <div className="card-body stack">
      {mayWrite && <AddUpdate id={id} onAdded={onChange} />}
      <ol className="timeline">
        {updates.map(({ id, kind, body, actorName, at, outages, until }) => (
          <li key={id} data-kind={kind}>
            <p>
              <strong>{words[kind]}</strong>{" "}
              <span className="muted small">
                {actorName} · <ClockTime at={at} /> · <Ago at={at} />
              </span>
            </p>
            {outages !== null && until !== null && (
              <p>
                {outages} outages until <ClockTime at={until} />
              </p>
            )}
            {body !== "" && <p className="words">{body}</p>}
          </li>
        ))}
      </ol>
    </div>
  </section>
)

function AddUpdate({ id, onAdded }: { id: string; onAdded(): void }) {
  const add = useChange(AddIncidentUpdate)
  const form = useRef<HTMLDivElement>(null)
  const send = async (data: FormData) => {
    if ((await add.run({ id, body: entry(data, "body") })) === null) return
    form.current?.querySelector("form")?.reset()
    onAdded()
  }
  return (
    <div ref={form}>
      <Form className="stack" refusal={add.refusal} onSend={(data) => void send(data)}>
        <TextArea
          label="Add an update"
          name="body"
          at="#/body"
          rows={2}
          placeholder="What you know and what you are doing about it"
        />
        <div>
          <Button type="submit" isBusy={add.isRunning}>
            Add update
          </Button>
        </div>
      </Form>
    </div>
  )
}
