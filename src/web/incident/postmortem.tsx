import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Form, TextArea } from "../ui/field.tsx"
import { SavePostmortem } from "./incident-documents.ts"
import { entry } from "../ui/form-entry.ts"

type Props = {
  id: string
  note: string
  isPublished: boolean
  isOver: boolean
  mayWrite: boolean
  onChange(): void
}

/** The post-mortem, for the team and, once published, for everyone. */
export function Postmortem({ id, note, isPublished, isOver, mayWrite, onChange }: Props) {
  const [isEditing, setEditing] = useState(false)
  const save = useChange(SavePostmortem)
  const send = async (form: FormData) => {
    const done = await save.run({
      id,
      note: entry(form, "note"),
      published: form.get("published") === "on",
    })
    if (done === null) return
    setEditing(false)
    onChange()
  }
  if (!mayWrite && note === "") return null
  return (
    <section className="card" aria-labelledby="postmortem">
      <div className="card-head">
        <h2 id="postmortem">Post-mortem</h2>
        {note !== "" && (
          <span className="badge" data-mood={isPublished ? "good" : "unknown"}>
            {isPublished ? "Published" : "Not published"}
          </span>
        )}
      </div>
      <div className="card-body stack">
        {isEditing ? (
          <Form className="stack" refusal={save.refusal} onSend={(form) => void send(form)}>
            <TextArea
              label="What happened, why, and what will change"
              name="note"
              at="#/note"
              rows={10}
              defaultValue={note}
              autoFocus
            />
            <label className="tick">
              <input type="checkbox" name="published" defaultChecked={isPublished} /> Publish on the
              status page
            </label>
            <div className="row">
              <Button type="submit" variant="accent" isBusy={save.isRunning}>
                Save post-mortem
              </Button>
              <Button variant="quiet" onClick={() => setEditing(false)}>
                Cancel
              </Button>
            </div>
          </Form>
        ) : (
          <>
            {note === "" ? (
              <p className="muted">
                {isOver
                  ? "No post-mortem yet."
                  : "Write the post-mortem once the incident is resolved."}
              </p>
            ) : (
              <p className="words">{note}</p>
            )}
            {mayWrite && (
              <div>
                <Button onClick={() => setEditing(true)}>
                  {note === "" ? "Write post-mortem" : "Edit"}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </section>
  )
}
