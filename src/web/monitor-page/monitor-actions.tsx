import type { CheckRow } from "../check/check-documents.ts"
import { monitorActs } from "../monitor/monitor-acts.ts"
import type { MonitorWhole } from "../monitor/monitor-documents.ts"
import { useProject } from "../project/project-context.ts"
import { keysOf, menuOf, readyActs, useActsInView } from "../ui/acts.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { useMonitorActs } from "./use-monitor-acts.tsx"

type Props = { monitor: MonitorWhole; latest: CheckRow | undefined; onChange(): void }

/** The first act as a button, the others in a menu. */
export function Actions({ monitor, latest, onChange }: Props) {
  const { may } = useProject()
  const { id, name } = monitor
  const { run, isChecking, isRunning, refusal, dialogs } = useMonitorActs(monitor, latest, onChange)
  const acts = readyActs(monitorActs, monitor, may, run)
  const first = acts.find(({ key }) => key === "check" || key === "resume")
  useActsInView({ id, name, acts })
  useRowKeys(keysOf(acts), id)
  return (
    <div className="actions">
      {first !== undefined && (
        <Button variant="accent" isBusy={isChecking || isRunning} onClick={first.run}>
          {isChecking ? "Checking…" : first.label}
        </Button>
      )}
      <Menu label="More actions" items={menuOf(acts, ["check", "resume"])} />
      {dialogs}
      {refusal !== null && <Refused refusal={refusal} />}
    </div>
  )
}
