import { useNavigate } from "@tanstack/react-router"
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

export function AddMonitor(): ReactNode {
  const { id: projectId, may, mayWhole, isLimitedToLabels, pages } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateMonitor)
  const setPolicy = useChange(SetPolicyOfMonitor)
  const labels = useLabels()
  // Limited access needs one of its labels; who has only one has no choice.
  const onlyLabel = isLimitedToLabels && labels?.length === 1 ? labels[0] : undefined
  const empty = onlyLabel === undefined ? newDraft : { ...newDraft, labelIds: [onlyLabel.id] }
  const form = useMonitorDraft(`new.${projectId}`, empty)

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
    await navigate({ ...pages.monitor(monitorId), replace: true })
  }
  if (!may("monitors:write")) return <NoAccess label="Add monitor" needs={["monitors:write"]} />
  return (
    <>
      <PageHead title="Add monitor" back={{ label: "Monitors", ...pages.monitors }}>
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
