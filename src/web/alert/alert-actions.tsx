import { Suspense, useRef, useState } from "react"
import { Resolve } from "../incident/resolve.tsx"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { lazyPart } from "../lazy-part.ts"
import { EscalateAlert, ResolveAlert, SplitAlert, UnsnoozeAlert } from "./alert-documents.ts"
import type { AlertDialog } from "./alert-dialogs.tsx"
import { isSnoozed } from "./is-snoozed.ts"
import { ChangeState } from "./change-state.tsx"
import { ShareAlertDialog } from "./share-dialog.tsx"
import type { AlertWhole } from "./timeline-documents.ts"
import { useAcknowledge } from "./use-acknowledge.ts"

const Dialogs = lazyPart(() => import("./alert-dialogs.tsx"), "AlertDialogs")

type Props = { alert: AlertWhole; onChange(): void }

/** What a person may do about an alert; large enough for a thumb on a phone. */
export function AlertActions({ alert, onChange }: Props) {
  const { may } = useProject()
  const acknowledge = useAcknowledge(alert, onChange)
  const resolve = useChange(ResolveAlert)
  const escalate = useChange(EscalateAlert)
  const split = useChange(SplitAlert)
  const unsnooze = useChange(UnsnoozeAlert)
  const [dialog, setDialog] = useState<"state" | "share" | AlertDialog | null>(null)
  const resolveButton = useRef<HTMLSpanElement>(null)
  const { id, number, resolvedAt, acknowledgedAt, escalation } = alert
  const mayWrite = may("alerts:write")
  const isOpen = resolvedAt === null
  const all = [acknowledge, resolve, escalate, split, unsnooze]
  const isRunning = all.some((one) => one.isRunning)
  const refusal = all.find((one) => one.refusal !== null)?.refusal ?? null
  const mayHandle = isOpen && mayWrite
  const mayAcknowledge = mayHandle && acknowledgedAt === null
  const mayEscalate = mayHandle && escalation !== null
  const snoozed = mayAcknowledge && isSnoozed(alert)
  const close = () => setDialog(null)
  const open = (one: AlertDialog) => () => mayHandle && setDialog(one)
  useRowKeys(
    {
      a: () => mayAcknowledge && void acknowledge.run(),
      r: () => resolveButton.current?.querySelector("button")?.click(),
      s: () => mayAcknowledge && setDialog("snooze"),
      e: () => mayEscalate && press(escalate, "escalated"),
      p: open("page"),
      i: open("assign"),
      n: () => mayWrite && setDialog("note"),
    },
    id,
  )
  const press = (
    change: typeof resolve | typeof escalate | typeof split | typeof unsnooze,
    said: string,
  ) =>
    void change.run({ id }).then((done) => {
      if (done === null) return
      toast(`Alert #${number} ${said}`)
      onChange()
    })
  return (
    <>
      <div className="row alert-actions">
        {mayAcknowledge && (
          <Button variant="accent" isBusy={isRunning} onClick={() => void acknowledge.run()}>
            Acknowledge
          </Button>
        )}
        {mayHandle && (
          <span ref={resolveButton} className="alert-resolve">
            <Resolve
              monitor={alert.monitor}
              isBusy={isRunning}
              onResolve={() => press(resolve, "resolved")}
            />
          </span>
        )}
        {snoozed && (
          <Button isBusy={isRunning} onClick={() => press(unsnooze, "is paged for again")}>
            End snooze
          </Button>
        )}
        {mayAcknowledge && !snoozed && <Button onClick={() => setDialog("snooze")}>Snooze</Button>}
        <Menu
          label="More actions"
          items={[
            mayEscalate && {
              label: "Run the next step now",
              icon: "onCall",
              run: () => press(escalate, "escalated"),
            },
            mayHandle && {
              label: "Page someone else…",
              icon: "alerts",
              run: () => setDialog("page"),
            },
            snoozed && { label: "Change the snooze…", icon: "moon", run: open("snooze") },
            mayHandle && { label: "Assign…", icon: "account", run: open("assign") },
            mayHandle && { label: "Merge…", icon: "collapse", run: open("merge") },
            mayAcknowledge &&
              escalation?.state === "JOINED" && {
                label: "Split",
                icon: "expand",
                run: () => press(split, "pages for itself"),
              },
            mayWrite && { label: "Add a note…", icon: "edit", run: () => setDialog("note") },
            mayHandle &&
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
          onClose={close}
          onChange={() => {
            close()
            onChange()
          }}
        />
      )}
      {dialog === "share" && <ShareAlertDialog id={id} onClose={close} />}
      {dialog !== null && dialog !== "state" && dialog !== "share" && (
        <Suspense>
          <Dialogs dialog={dialog} alert={alert} onChange={onChange} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
