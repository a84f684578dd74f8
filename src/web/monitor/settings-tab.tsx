import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import { useMonitor } from "./monitor-context.ts"
import { UpdateMonitor } from "./monitor-documents.ts"
import { MonitorForm } from "./monitor-form.tsx"
import type { MonitorInput } from "./read-form.ts"
import { SettingsHistory } from "./settings-history.tsx"

/** Its settings, and who changed them. */
export function SettingsTab(): ReactNode {
  const { may } = useProject()
  return (
    <>
      {may("monitors:write") && <Edit />}
      {may("audit:read") && <SettingsHistory />}
    </>
  )
}

function Edit() {
  const { monitor, again } = useMonitor()
  const update = useChange(UpdateMonitor)
  const send = async (input: MonitorInput) => {
    if ((await update.run({ id: monitor.id, input })) === null) return
    toast(`${monitor.name}: saved`)
    again()
  }
  return (
    <MonitorForm
      monitor={monitor}
      refusal={update.refusal}
      isBusy={update.isRunning}
      back={null}
      onSend={(_kind, input) => void send(input)}
    />
  )
}
