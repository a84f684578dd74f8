import { useRead } from "../live/live-read.ts"
import { useRunOnce } from "../ui/run-once.ts"
import { AlertToChange, type AlertRow } from "./alert-documents.ts"
import { useAlertActs } from "./use-alert-acts.tsx"

type Props = { id: string; act: string }

/** Does an act of an alert whose page is not open. */
export function RunAlertAct({ id, act }: Props) {
  const alert = useRead(AlertToChange, { id }).data?.alert
  return alert && <Run alert={alert} act={act} />
}

function Run({ alert, act }: { alert: AlertRow; act: string }) {
  const { run, refusal, dialogs } = useAlertActs(alert, () => {})
  useRunOnce(run, act, refusal)
  return dialogs
}
