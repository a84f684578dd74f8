import { useState } from "react"
import { Rooms } from "../contact/list.tsx"
import { Keys } from "../key/list.tsx"
import { Labels } from "../label/list.tsx"
import { useChange } from "../live/change.ts"
import { Members } from "../member/list.tsx"
import { Button } from "../part/button.tsx"
import { Form, TextField } from "../part/field.tsx"
import { useTitle } from "../part/title.ts"
import { useProject } from "./context.ts"
import { RenameProject } from "./documents.ts"
import { entry } from "../part/entry.ts"

export function Settings() {
  useTitle("Settings")
  const { may } = useProject()
  return (
    <>
      <h1>Settings</h1>
      {may("project:write") && <Name />}
      {may("members:read") && <Members />}
      {may("on_call:read") && <Rooms />}
      {may("keys:read") && <Keys />}
      <Labels />
    </>
  )
}

function Name() {
  const { id, name } = useProject()
  const rename = useChange(RenameProject)
  const [isSaved, setSaved] = useState(false)
  const send = async (form: FormData) => {
    setSaved(false)
    setSaved((await rename.run({ id, name: entry(form, "name") })) !== null)
  }
  return (
    <section className="card" aria-labelledby="project">
      <div className="card-head">
        <h2 id="project">Project</h2>
      </div>
      <div className="card-body">
        <Form className="inline-form" refusal={rename.refusal} onSend={(form) => void send(form)}>
          <TextField
            label="Name"
            name="name"
            at="#/name"
            defaultValue={name}
            autoComplete="off"
            onChange={() => setSaved(false)}
          />
          <Button type="submit" isBusy={rename.isRunning}>
            {isSaved ? "Saved" : "Save name"}
          </Button>
        </Form>
      </div>
    </section>
  )
}
