import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { Part } from "./part.tsx"
import { Submit } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteProjectPart } from "./delete-project.tsx"
import { LeavePart } from "./leave-project.tsx"
import { useProject } from "../project/project-context.ts"
import { RenameProject } from "../project/project-documents.ts"
import { TwoFactorPart } from "./two-factor-part.tsx"

export function GeneralPage(): ReactNode {
  const { id, may } = useProject()
  return (
    <>
      <PageHead title="General" />
      <Name />
      <Part title="Project ID" text="The command line and the API ask for it.">
        <div className="part-body">
          <Copyable text={id} label="project ID" />
        </div>
      </Part>
      {may("security:write") && <TwoFactorPart />}
      <LeavePart />
      {may("project:delete") && <DeleteProjectPart />}
    </>
  )
}

function Name() {
  const { id, name, may } = useProject()
  const rename = useChange(RenameProject)
  const [entered, setEntered] = useState(name)
  const send = async (form: FormData) => {
    const done = await rename.run({ id, name: entry(form, "name") })
    if (done === null) return
    setEntered(done.renameProject.name)
    toast("Project renamed")
  }
  if (!may("project:write")) {
    return (
      <Part title="Project name" text="Owners and admins can change it.">
        <p className="part-body">{name}</p>
      </Part>
    )
  }
  return (
    <Part title="Project name" text="Shown to members, in notifications and in invitations.">
      <Form refusal={rename.refusal} onSend={send}>
        <div className="part-body">
          <TextField
            label="Name"
            name="name"
            value={entered}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setEntered(target.value)}
          />
        </div>
        <div className="part-foot">
          <span>At most 200 characters.</span>
          <Submit isBusy={rename.isRunning} disabled={entered.trim() === name}>
            Save name
          </Submit>
        </div>
      </Form>
    </Part>
  )
}
