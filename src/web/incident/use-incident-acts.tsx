import { Suspense, useState } from "react"
import { lazyPart } from "../lazy-part.ts"
import { useChange } from "../live/apply-change.ts"
import { toast } from "../ui/toast.tsx"
import { AnnounceDialog } from "./announce-dialog.tsx"
import { EditIncident } from "./edit-incident.tsx"
import type { IncidentAct } from "./incident-acts.ts"
import { ReopenIncident, ResolveIncident, type OneIncident } from "./incident-documents.ts"
import { PageForIncident } from "./page-documents.ts"
import { AskResolve } from "./resolve.tsx"
import { useAcknowledge } from "./use-acknowledge.ts"

const PageSomeone = lazyPart(() => import("./page-someone.tsx"), "PageSomeone")

/**
 * Does what `incidentActs` lists.
 * @param announce where the page has a form for updates; a dialog without it.
 */
export function useIncidentActs(
  incident: OneIncident,
  onChange: () => void,
  announce?: () => void,
) {
  const { id, number } = incident
  const [dialog, setDialog] = useState<"resolve" | "announce" | "page" | "edit" | null>(null)
  const close = () => setDialog(null)
  const page = useChange(PageForIncident)
  const acknowledge = useAcknowledge(onChange)
  const resolve = useChange(ResolveIncident)
  const reopen = useChange(ReopenIncident)
  const all = [acknowledge, resolve, reopen]
  const press = (change: typeof resolve | typeof reopen, said: string) =>
    void change.run({ id }).then((done) => {
      if (done === null) return
      toast(`Incident #${number} ${said}`)
      onChange()
    })
  const run: Record<IncidentAct, () => void> = {
    acknowledge: () => void acknowledge.run(incident),
    resolve: () => setDialog("resolve"),
    reopen: () => press(reopen, "reopened"),
    announce: announce ?? (() => setDialog("announce")),
    page: () => setDialog("page"),
    edit: () => setDialog("edit"),
  }
  return {
    run,
    isRunning: all.some((one) => one.isRunning),
    refusal: all.find((one) => one.refusal !== null)?.refusal ?? null,
    dialogs: (
      <>
        {dialog === "edit" && (
          <EditIncident incident={incident} onChange={onChange} onClose={close} />
        )}
        {dialog === "announce" && (
          <AnnounceDialog incident={incident} onChange={onChange} onClose={close} />
        )}
        {dialog === "page" && (
          <Suspense>
            <PageSomeone
              refusal={page.refusal}
              isBusy={page.isRunning}
              onPage={(whom) =>
                void page.run({ id, ...whom }).then((done) => {
                  if (done === null) return
                  close()
                  toast("Paged")
                  onChange()
                })
              }
              onClose={close}
            />
          </Suspense>
        )}
        {dialog === "resolve" && (
          <AskResolve
            monitor={incident.monitor}
            onResolve={() => {
              close()
              press(resolve, "resolved")
            }}
            onClose={close}
          />
        )}
      </>
    ),
  }
}
