import { useChange } from "../live/change.ts"
import { useRead } from "../live/read.ts"
import { Empty, Failed, Waiting } from "../part/empty.tsx"
import { Icon } from "../part/icon.tsx"
import { useTitle } from "../part/title.ts"
import { useProject } from "../project/context.ts"
import { useProjectLive } from "../project/live.tsx"
import { Link } from "../router/link.tsx"
import { navigate } from "../router/route.ts"
import { OneMonitor, UpdateMonitor } from "./documents.ts"
import { MonitorForm } from "./form.tsx"
import type { MonitorInput } from "./read-form.ts"

export function EditMonitor({ id }: { id: string }) {
  const { path } = useProject()
  const { readMonitors } = useProjectLive()
  const { data, error, isFirst, again } = useRead(OneMonitor, { id })
  const update = useChange(UpdateMonitor)
  const monitor = data?.monitor
  useTitle(monitor ? `Edit ${monitor.name}` : "Edit monitor")
  const back = path(`monitors/${id}`)

  const send = async (input: MonitorInput) => {
    if ((await update.run({ id, input })) === null) return
    readMonitors()
    navigate(back, { replace: true })
  }
  if (isFirst) return <Waiting rows={3} />
  if (!monitor) {
    if (error !== null) return <Failed message={error} onAgain={again} />
    return (
      <Empty title="There is no such monitor">
        <p>It may have been deleted.</p>
      </Empty>
    )
  }
  return (
    <>
      <div>
        <Link className="back" to={back}>
          <Icon name="back" size={16} /> {monitor.name}
        </Link>
        <h1>Edit monitor</h1>
      </div>
      <MonitorForm
        monitor={monitor}
        refusal={update.refusal}
        isBusy={update.isRunning}
        back={back}
        onSend={(_kind, input) => void send(input)}
      />
    </>
  )
}
