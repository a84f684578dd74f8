import { useState, type ReactNode } from "react"
import { useClient } from "urql"
import type { Refusal } from "../ui/refusal.ts"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { OpenAlertsOfMonitor, PauseMonitor } from "../monitor/monitor-documents.ts"
import { counted } from "../ui/counted.ts"

type Pause = { start(): void; dialog: ReactNode; refusal: Refusal | null }

/** Asks what happens to open alerts: nobody is paged for them while the monitor is paused. */
export function usePause(id: string, onPaused: () => void): Pause {
  const client = useClient()
  const pause = useChange(PauseMonitor)
  const [open, setOpen] = useState(0)
  const close = () => setOpen(0)
  const start = async () => {
    const { data } = await client
      .query(OpenAlertsOfMonitor, { id }, { requestPolicy: "network-only" })
      .toPromise()
    const count = data?.monitor?.alerts.edges.length ?? 0
    if (count > 0) setOpen(count)
    else await run("KEEP")
  }
  const run = async (openAlerts: "KEEP" | "RESOLVE") => {
    if ((await pause.run({ id, openAlerts })) === null) return
    close()
    onPaused()
  }
  return {
    start: () => void start(),
    refusal: pause.refusal,
    dialog: open > 0 && (
      <Dialog
        title={`${counted(open, "open alert")}: resolve ${open === 1 ? "it" : "them"}?`}
        onClose={close}
      >
        <p>
          Nobody is paged while the monitor is paused. Alerts you keep open page again after you
          resume it, unless the monitor has recovered.
        </p>
        <div className="dialog-foot">
          <Button autoFocus onClick={close}>
            Cancel
          </Button>
          <Button isBusy={pause.isRunning} onClick={() => void run("KEEP")}>
            Pause and keep open
          </Button>
          <Button isBusy={pause.isRunning} onClick={() => void run("RESOLVE")}>
            Pause and resolve
          </Button>
        </div>
      </Dialog>
    ),
  }
}
