import type { ReactNode } from "react"
import { useState } from "react"
import { ChatChannels } from "../contact/contact-list.tsx"
import { Keys } from "../key/key-list.tsx"
import { Labels } from "../label/label-list.tsx"
import { useChange } from "../live/apply-change.ts"
import { Members } from "../member/member-list.tsx"
import { Button } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "./project-context.ts"
import { RenameProject } from "./project-documents.ts"
import { entry } from "../ui/form-entry.ts"

export function Settings(): ReactNode {
  useTitle("Settings")
  const { may } = useProject()
  return (
    <>
      <h1>Settings</h1>
      {may("project:write") && <Name />}
      {may("members:read") && <Members />}
      {may("on_call:read") && <ChatChannels />}
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
