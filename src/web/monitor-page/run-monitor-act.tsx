import { useRead } from "../live/live-read.ts"
import { OneMonitor, type MonitorWhole } from "../monitor/monitor-documents.ts"
import { useRunOnce } from "../ui/run-once.ts"
import { useMonitorActs } from "./use-monitor-acts.tsx"

type Props = { id: string; act: string }

/** Does an act of a monitor whose page is not open. */
export function RunMonitorAct({ id, act }: Props) {
  const monitor = useRead(OneMonitor, { id }).data?.monitor
  return monitor && <Run monitor={monitor} act={act} />
}

function Run({ monitor, act }: { monitor: MonitorWhole; act: string }) {
  const { run, refusal, dialogs } = useMonitorActs(monitor, null, () => {})
  useRunOnce(run, act, refusal)
  return dialogs
}
