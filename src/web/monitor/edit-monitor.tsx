import { Link, useNavigate, useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, PageWaiting } from "../ui/empty.tsx"
import { Icon } from "../ui/icon.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "../project/project-context.ts"
import { OneMonitor, UpdateMonitor } from "./monitor-documents.ts"
import { MonitorForm } from "./monitor-form.tsx"
import type { MonitorInput } from "./read-form.ts"

export function EditMonitor(): ReactNode {
  const { monitorId } = useParams({
    from: "/signed-in/frame/projects/$projectId/monitors/$monitorId/edit",
  })
  return <Editor key={monitorId} id={monitorId} />
}

function Editor({ id }: { id: string }) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const { data, error, isFirst, again } = useRead(OneMonitor, { id })
  const update = useChange(UpdateMonitor)
  const monitor = data?.monitor
  useTitle(monitor ? `Edit ${monitor.name}` : "Edit monitor")
  const back = {
    to: "/projects/$projectId/monitors/$monitorId",
    params: { projectId, monitorId: id },
  } as const

  const send = async (input: MonitorInput) => {
    if ((await update.run({ id, input })) === null) return
    await navigate({ ...back, replace: true })
  }
  if (isFirst) return <PageWaiting title="Edit monitor" />
  if (!monitor) {
    if (error !== null) return <Failed message={error} onAgain={again} />
    return (
      <Empty title="Monitor not found">
        <p>It may have been deleted.</p>
      </Empty>
    )
  }
  return (
    <>
      <div>
        <Link className="back" {...back}>
          <Icon name="back" size={16} /> {monitor.name}
        </Link>
        <h1>Edit monitor</h1>
      </div>
      <MonitorForm
        monitor={monitor}
        refusal={update.refusal}
        isBusy={update.isRunning}
        back={
          <ButtonLink {...back} variant="quiet">
            Cancel
          </ButtonLink>
        }
        onSend={(_kind, input) => void send(input)}
      />
    </>
  )
}
