import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useLabels } from "../label/use-labels.ts"
import { useChange } from "../live/apply-change.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { SetPolicyOfMonitor } from "./form-documents.ts"
import { inputOf, newDraft } from "./form-draft.ts"
import { CreateMonitor } from "../monitor/monitor-documents.ts"
import { MonitorForm } from "./monitor-form.tsx"
import { completed } from "./complete-draft.ts"
import { useMonitorDraft } from "./use-monitor-draft.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/monitors/new")

/** Only what the URL says; a query of telemetry begins the form with its condition. */
const givenOf = <Given extends object>(search: Given) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: NonNullable<Given[Key]>
  }

export function AddMonitor(): ReactNode {
  const { next, ...search } = route.useSearch()
  const { id: projectId, may, mayWhole, isLimitedToLabels, pages } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateMonitor)
  const setPolicy = useChange(SetPolicyOfMonitor)
  const labels = useLabels()
  // Limited access needs one of its labels; who has only one has no choice.
  const onlyLabel = isLimitedToLabels && labels?.length === 1 ? labels[0] : undefined
  const begun = { ...newDraft, ...givenOf(search) }
  const empty = onlyLabel === undefined ? begun : { ...begun, labelIds: [onlyLabel.id] }
  // What was typed for another query does not belong into this form.
  const of = search.kind === undefined ? "" : `.${JSON.stringify(search)}`
  const form = useMonitorDraft(`new.${projectId}${of}`, empty)

  async function save() {
    const draft = completed(form.draft)
    const made = await create.run({ projectId, kind: draft.kind, input: inputOf(draft) })
    if (made === null) return
    const monitorId = made.createMonitor.id
    const { policyId } = draft
    if (policyId !== "" && (await setPolicy.run({ monitorId, policyId })) === null) {
      toast("The monitor was added, but its on-call policy could not be set.")
    }
    form.discard()
    await navigate({
      ...(next === "slo"
        ? { ...pages.newSlo, search: { monitor: monitorId } }
        : pages.monitor(monitorId)),
      replace: true,
    })
  }
  if (!may("monitors:write")) return <NoAccess label="Add monitor" needs={["monitors:write"]} />
  return (
    <>
      <PageHead
        title="Add monitor"
        sub={next === "slo" && "The SLO measures this monitor. Its form comes next."}
        back={{ label: "Monitors", ...pages.monitors }}
      >
        {mayWhole("monitors:write") && <ButtonLink {...pages.importMonitors}>Import</ButtonLink>}
      </PageHead>
      <MonitorForm
        form={form}
        refusal={create.refusal}
        isBusy={create.isRunning || setPolicy.isRunning}
        foot={
          <>
            <ButtonLink {...pages.monitors} variant="quiet">
              Cancel
            </ButtonLink>
            {form.isRestored && form.changed.size > 0 && (
              <span className="change-summary muted small">
                Continues where you left off.
                <Button variant="quiet" onClick={form.discard}>
                  Start over
                </Button>
              </span>
            )}
          </>
        }
        onSave={() => void save()}
      />
    </>
  )
}
