import { useProject } from "../project/project-context.ts"
import { keysOf, menuOf, readyActs, useActsInView } from "../ui/acts.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { titleOf } from "../ui/title-of.ts"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { alertActs } from "./alert-acts.ts"
import { isSnoozed } from "./is-snoozed.ts"
import type { AlertWhole } from "./timeline-documents.ts"
import { useAlertActs } from "./use-alert-acts.tsx"

type Props = { alert: AlertWhole; onChange(): void }

/** What a person may do about an alert; large enough for a thumb on a phone. */
export function AlertActions({ alert, onChange }: Props) {
  const { may } = useProject()
  const { id, number } = alert
  const { run, isRunning, refusal, dialogs } = useAlertActs(alert, onChange)
  const acts = readyActs(alertActs, alert, may, run)
  // A snoozed alert is snoozed differently by its menu.
  const buttons = ["acknowledge", "resolve", isSnoozed(alert) ? "unsnooze" : "snooze"]
  useActsInView({ id, name: `#${number} ${titleOf(alert)}`, acts })
  useRowKeys(keysOf(acts), id)
  return (
    <>
      <div className="row alert-actions">
        {acts
          .filter(({ key }) => buttons.includes(key))
          .map(({ key, label, run }) => (
            <Button
              key={key}
              variant={key === "acknowledge" ? "accent" : "plain"}
              isBusy={isRunning}
              onClick={run}
            >
              {label.replace("…", "")}
            </Button>
          ))}
        <Menu label="More actions" items={menuOf(acts, buttons)} />
      </div>
      {refusal !== null && <Refused refusal={refusal} />}
      {dialogs}
    </>
  )
}
