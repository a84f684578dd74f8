import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Part } from "./part.tsx"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { useExit } from "./leave-project.tsx"
import { useProject } from "../project/project-context.ts"
import { DeleteProject, LostWithProject } from "../project/project-documents.ts"
import { counted } from "../ui/counted.ts"

export function DeleteProjectPart() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Part
      isDanger
      title="Delete project"
      text="Deletes everything in it, for all members. This cannot be undone."
      side={
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete…
        </Button>
      }
    >
      {isAsking && <Ask onClose={() => setAsking(false)} />}
    </Part>
  )
}

function Ask({ onClose }: { onClose(): void }) {
  const { id, name } = useProject()
  const { data } = useRead(LostWithProject, { id })
  const remove = useChange(DeleteProject)
  const exit = useExit()
  const [isTyped, setTyped] = useState(false)
  const send = async (form: FormData) => {
    if ((await remove.run({ id, name: entry(form, "name") })) !== null) await exit()
  }
  const usage = data?.project?.usage
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <p>
        {usage === undefined
          ? "Its monitors, status pages"
          : `${counted(usage.monitors.used, "monitor")}, ${counted(usage.statusPages.used, "status page")}`}
        , and all incidents, alerts, checks, on-call policies, webhooks, keys and the audit log are
        deleted at once. Export the monitors first if you may need them again.
      </p>
      <Form className="stack" refusal={remove.refusal} onSend={send}>
        <TextField
          label={`Type ${name} to confirm`}
          name="name"
          autoComplete="off"
          autoFocus
          onChange={({ target }) => setTyped(target.value === name)}
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" isBusy={remove.isRunning} disabled={!isTyped}>
            Delete project
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
