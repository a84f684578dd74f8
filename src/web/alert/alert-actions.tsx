import { useState } from "react"
import { Resolve } from "../incident/resolve.tsx"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { EscalateAlert, ResolveAlert } from "./alert-documents.ts"
import { ChangeState } from "./change-state.tsx"
import { ShareAlertDialog } from "./share-dialog.tsx"
import type { AlertWhole } from "./timeline-documents.ts"
import { useAcknowledge } from "./use-acknowledge.ts"

type Props = { alert: AlertWhole; onChange(): void }

/** What a person may do about an alert; large enough for a thumb on a phone. */
export function AlertActions({ alert, onChange }: Props) {
  const { may } = useProject()
  const acknowledge = useAcknowledge(alert, onChange)
  const resolve = useChange(ResolveAlert)
  const escalate = useChange(EscalateAlert)
  const [dialog, setDialog] = useState<"state" | "share" | null>(null)
  const { id, number, resolvedAt, acknowledgedAt, escalation } = alert
  const mayWrite = may("alerts:write")
  const isOpen = resolvedAt === null
  const isRunning = acknowledge.isRunning || resolve.isRunning || escalate.isRunning
  const refusal = acknowledge.refusal ?? resolve.refusal ?? escalate.refusal
  const press = (change: typeof resolve | typeof escalate, said: string) =>
    void change.run({ id }).then((done) => {
      if (done === null) return
      toast(`Alert #${number} ${said}`)
      onChange()
    })
  return (
    <>
      <div className="row alert-actions">
        {isOpen && acknowledgedAt === null && mayWrite && (
          <Button variant="accent" isBusy={isRunning} onClick={() => void acknowledge.run()}>
            Acknowledge
          </Button>
        )}
        {isOpen && mayWrite && (
          <Resolve
            monitor={alert.monitor}
            isBusy={isRunning}
            onResolve={() => press(resolve, "resolved")}
          />
        )}
        <Menu
          label="More actions"
          items={[
            mayWrite &&
              isOpen &&
              acknowledgedAt === null &&
              escalation?.state === "ACTIVE" && {
                label: "Run the next step now",
                icon: "onCall",
                run: () => press(escalate, "escalated"),
              },
            mayWrite &&
              isOpen &&
              acknowledgedAt !== null && {
                label: "Withdraw acknowledgement",
                icon: "back",
                run: () => void acknowledge.withdraw(),
              },
            mayWrite && { label: "Set state…", icon: "edit", run: () => setDialog("state") },
            mayWrite && { label: "Share…", icon: "external", run: () => setDialog("share") },
            { label: "Print", icon: "copy", run: () => window.print() },
          ]}
        />
      </div>
      {refusal !== null && <Refused refusal={refusal} />}
      {dialog === "state" && (
        <ChangeState
          alert={alert}
          onClose={() => setDialog(null)}
          onChange={() => {
            setDialog(null)
            onChange()
          }}
        />
      )}
      {dialog === "share" && <ShareAlertDialog id={id} onClose={() => setDialog(null)} />}
    </>
  )
}
