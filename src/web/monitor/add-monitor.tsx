import { Link, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Icon } from "../ui/icon.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "../project/project-context.ts"
import { CreateMonitor } from "./monitor-documents.ts"
import { MonitorForm } from "./monitor-form.tsx"
import type { MonitorInput } from "./read-form.ts"
import type { Kind } from "./monitor-kind.ts"

export function AddMonitor(): ReactNode {
  useTitle("Add monitor")
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateMonitor)
  const send = async (kind: Kind, input: MonitorInput) => {
    const made = await create.run({ projectId, kind, input })
    if (made === null) return
    await navigate({
      to: "/projects/$projectId/monitors/$monitorId",
      params: { projectId, monitorId: made.createMonitor.id },
      replace: true,
    })
  }
  return (
    <>
      <div>
        <Link className="back" to="/projects/$projectId/monitors" params={{ projectId }}>
          <Icon name="back" size={16} /> Monitors
        </Link>
        <h1>Add monitor</h1>
      </div>
      <MonitorForm
        refusal={create.refusal}
        isBusy={create.isRunning}
        back={
          <ButtonLink to="/projects/$projectId/monitors" params={{ projectId }} variant="quiet">
            Cancel
          </ButtonLink>
        }
        onSend={(kind, input) => void send(kind, input)}
      />
    </>
  )
}
