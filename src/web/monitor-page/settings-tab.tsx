import { useMemo, useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { toast } from "../ui/toast.tsx"
import { SetPolicyOfMonitor } from "../monitor-form/form-documents.ts"
import { draftOf, inputOf, type DraftName, type MonitorDraft } from "../monitor-form/form-draft.ts"
import { useMonitor } from "./monitor-context.ts"
import { UpdateMonitor } from "../monitor/monitor-documents.ts"
import { MonitorForm } from "../monitor-form/monitor-form.tsx"
import { SettingsHistory } from "./settings-history.tsx"
import { fieldInWords } from "../monitor/settings-words.ts"
import { completed } from "../monitor-form/complete-draft.ts"
import { useMonitorDraft } from "../monitor-form/use-monitor-draft.ts"

/** Its settings, and who changed them. */
export function SettingsTab(): ReactNode {
  const { may } = useProject()
  return (
    <>
      {may("monitors:write") && <Edit />}
      {may("audit:read") && <SettingsHistory />}
    </>
  )
}

function Edit() {
  const { monitor, again } = useMonitor()
  const update = useChange(UpdateMonitor)
  const setPolicy = useChange(SetPolicyOfMonitor)
  // Shown until the saved monitor is read again.
  const [accepted, setAccepted] = useState<{ monitor: unknown; draft: MonitorDraft } | null>(null)
  const saved = useMemo(
    () => (accepted?.monitor === monitor ? accepted.draft : draftOf(monitor)),
    [accepted, monitor],
  )
  const form = useMonitorDraft(monitor.id, saved)

  async function save() {
    const draft = completed(form.draft)
    // Only what changed, so that a change that someone else made meanwhile stays.
    const input = inputOf(draft, form.changed)
    if ((await update.run({ id: monitor.id, input })) === null) return
    if (form.changed.has("policyId")) {
      const policyId = draft.policyId === "" ? null : draft.policyId
      if ((await setPolicy.run({ monitorId: monitor.id, policyId })) === null) return
    }
    setAccepted({ monitor, draft })
    form.discard()
    toast(`${monitor.name}: saved`)
    again()
  }
  return (
    <MonitorForm
      monitor={monitor}
      form={form}
      refusal={update.refusal ?? setPolicy.refusal}
      isBusy={update.isRunning || setPolicy.isRunning}
      foot={<Changes changed={form.changed} onDiscard={form.discard} />}
      onSave={() => void save()}
    />
  )
}

const names: Partial<Record<DraftName, string>> = {
  url: "URL",
  body: "Request body",
  headers: "Request headers",
  parentId: "Depends on",
  policyId: "On-call policy",
  labelIds: "Labels",
  interval: "Check every",
}

function Changes({ changed, onDiscard }: { changed: ReadonlySet<DraftName>; onDiscard(): void }) {
  if (changed.size === 0) return null
  const words = [...changed].map((name) => names[name] ?? fieldInWords(name))
  return (
    <span className="change-summary small">
      <span className="draft-was">Not saved: {words.join(", ")}</span>
      <Button variant="quiet" onClick={onDiscard}>
        Discard changes
      </Button>
    </span>
  )
}
