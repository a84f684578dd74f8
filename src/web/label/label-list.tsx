import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Button } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { useProject } from "../project/project-context.ts"
import { CreateLabel, DeleteLabel, LabelsOfProject } from "./label-documents.ts"
import { entry } from "../ui/form-entry.ts"

export function Labels() {
  const { id: projectId, may } = useProject()
  const { data, error, again } = useRead(LabelsOfProject, { id: projectId })
  const create = useChange(CreateLabel)
  const remove = useChange(DeleteLabel)
  const [made, setMade] = useState(0)
  const [doomed, setDoomed] = useState<{ id: string; name: string } | null>(null)
  const labels = data?.project?.labels.edges.map(({ node }) => node) ?? []
  const mayWrite = may("monitors:write")

  if (data !== undefined && labels.length === 0 && !mayWrite) return null
  const send = async (form: FormData) => {
    const name = entry(form, "name")
    const color = entry(form, "color")
    if ((await create.run({ projectId, name, color })) === null) return
    setMade(made + 1)
    again()
  }
  const onDelete = async () => {
    if (doomed === null || (await remove.run({ id: doomed.id })) === null) return
    setDoomed(null)
    again()
  }
  return (
    <section className="card" aria-labelledby="labels">
      <div className="card-head">
        <h2 id="labels">Labels</h2>
      </div>
      <Missing error={error} onAgain={again} />
      <div className="card-body stack">
        {data !== undefined && labels.length === 0 && (
          <p className="muted">Words to group monitors by, such as production or payments.</p>
        )}
        <ul className="row">
          {labels.map(({ id, name, color }) => (
            <li key={id} className="badge">
              <span className="dot" style={{ background: color }} /> {name}
              {mayWrite && (
                <button
                  type="button"
                  className="badge-close"
                  aria-label={`Delete the label ${name}`}
                  onClick={() => setDoomed({ id, name })}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
        {mayWrite && (
          <Form
            key={made}
            className="inline-form"
            refusal={create.refusal}
            onSend={(form) => void send(form)}
          >
            <TextField label="New label" name="name" at="#/name" autoComplete="off" />
            <TextField
              label="Color"
              name="color"
              at="#/color"
              type="color"
              defaultValue="#6b7280"
            />
            <Button type="submit" isBusy={create.isRunning}>
              Add label
            </Button>
          </Form>
        )}
      </div>
      {doomed !== null && (
        <Confirm
          title={`Delete the label ${doomed.name}?`}
          text="The label is removed from every monitor that has it."
          verb="Delete label"
          isBusy={remove.isRunning}
          refusal={remove.refusal?.message ?? null}
          onYes={() => void onDelete()}
          onClose={() => setDoomed(null)}
        />
      )}
    </section>
  )
}
