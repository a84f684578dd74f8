import { useChange } from "../live/change.ts"
import { Icon } from "../part/icon.tsx"
import { useTitle } from "../part/title.ts"
import { useProject } from "../project/context.ts"
import { useProjectLive } from "../project/live.tsx"
import { Link } from "../router/link.tsx"
import { navigate } from "../router/route.ts"
import { CreateMonitor } from "./documents.ts"
import { MonitorForm } from "./form.tsx"
import type { MonitorInput } from "./read-form.ts"
import type { Kind } from "./words.ts"

export function AddMonitor() {
  useTitle("Add monitor")
  const { id: projectId, path } = useProject()
  const { readMonitors } = useProjectLive()
  const create = useChange(CreateMonitor)
  const send = async (kind: Kind, input: MonitorInput) => {
    const made = await create.run({ projectId, kind, input })
    if (made === null) return
    readMonitors()
    navigate(path(`monitors/${made.createMonitor.id}`), { replace: true })
  }
  return (
    <>
      <div>
        <Link className="back" to={path("monitors")}>
          <Icon name="back" size={16} /> Monitors
        </Link>
        <h1>Add monitor</h1>
      </div>
      <MonitorForm
        refusal={create.refusal}
        isBusy={create.isRunning}
        back={path("monitors")}
        onSend={(kind, input) => void send(kind, input)}
      />
    </>
  )
}
