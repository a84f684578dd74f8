import { useNavigate } from "@tanstack/react-router"
import { Suspense, useState } from "react"
import { AskResolve } from "../incident/resolve.tsx"
import { lazyPart } from "../lazy-part.ts"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { toast } from "../ui/toast.tsx"
import type { AlertAct } from "./alert-acts.ts"
import type { AlertDialog } from "./alert-dialogs.tsx"
import {
  EscalateAlert,
  ResolveAlert,
  SplitAlert,
  UnsnoozeAlert,
  type AlertRow,
} from "./alert-documents.ts"
import { useAcknowledge } from "./use-acknowledge.ts"

const Dialogs = lazyPart(() => import("./alert-dialogs.tsx"), "AlertDialogs")

/** Does what `alertActs` lists. */
export function useAlertActs(alert: AlertRow, onChange: () => void) {
  const { pages } = useProject()
  const navigate = useNavigate()
  const acknowledge = useAcknowledge(alert, onChange)
  const resolve = useChange(ResolveAlert)
  const escalate = useChange(EscalateAlert)
  const split = useChange(SplitAlert)
  const unsnooze = useChange(UnsnoozeAlert)
  const [dialog, setDialog] = useState<"resolve" | AlertDialog | null>(null)
  const { id, number } = alert
  const all = [acknowledge, resolve, escalate, split, unsnooze]
  const close = () => setDialog(null)
  const open = (one: AlertDialog) => () => setDialog(one)
  const press =
    (change: typeof resolve | typeof escalate | typeof split | typeof unsnooze, said: string) =>
    () =>
      void change.run({ id }).then((done) => {
        if (done === null) return
        toast(`Alert #${number} ${said}`)
        onChange()
      })
  const run: Record<AlertAct, () => void> = {
    acknowledge: () => void acknowledge.run(),
    resolve: () => setDialog("resolve"),
    unsnooze: press(unsnooze, "is paged for again"),
    snooze: open("snooze"),
    escalate: press(escalate, "escalated"),
    page: open("page"),
    assign: open("assign"),
    merge: open("merge"),
    split: press(split, "pages for itself"),
    note: open("note"),
    withdraw: () => void acknowledge.withdraw(),
    state: open("state"),
    share: open("share"),
    deliveries: () => void navigate({ ...pages.deliveries, search: { alert: id } }),
    print: () => window.print(),
  }
  return {
    run,
    isRunning: all.some((one) => one.isRunning),
    refusal: all.find((one) => one.refusal !== null)?.refusal ?? null,
    dialogs: (
      <>
        {dialog === "resolve" && (
          <AskResolve
            monitor={alert.monitor}
            onResolve={() => {
              close()
              press(resolve, "resolved")()
            }}
            onClose={close}
          />
        )}
        {dialog !== null && dialog !== "resolve" && (
          <Suspense>
            <Dialogs dialog={dialog} alert={alert} onChange={onChange} onClose={close} />
          </Suspense>
        )}
      </>
    ),
  }
}
