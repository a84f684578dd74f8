import { useMemo, useState, type ReactNode } from "react"
import type { Refusal } from "../ui/refusal.ts"
import { useRead } from "../live/live-read.ts"
import { MonitorChoice } from "../monitor/monitor-choice.tsx"
import { PoliciesToChoose } from "../on-call/policies-to-choose.ts"
import { useProject } from "../project/project-context.ts"
import { Submit } from "../ui/button.tsx"
import { Choice, Form, TextArea, TextField } from "../ui/field.tsx"
import { Segments } from "../ui/segments.tsx"
import { Switch } from "../ui/switch.tsx"
import { ServiceNames, type Preview } from "./slo-documents.ts"
import type { SloDraft } from "./slo-draft.ts"
import { PreviewPane } from "./preview-pane.tsx"
import { usePreview } from "./use-preview.ts"
import "./slo.css"
import { Unsaved } from "../ui/unsaved.tsx"

type FormProps = {
  begun: SloDraft
  /** False for an SLO that exists, which keeps its indicator. */
  isNew?: boolean
  /** The monitors that it begins with. */
  chosen?: readonly { id: string; name: string }[] | undefined
  change: { isRunning: boolean; refusal: Refusal | null }
  cancel: ReactNode
  onSave(draft: SloDraft, preview: Preview | null): Promise<void>
}

type DraftProps = { draft: SloDraft; set(more: Partial<SloDraft>): void }

const windows = [7, 28, 30, 90].map((days) => ({ value: days, label: `Last ${days} days` }))

type TextName = {
  [Name in keyof SloDraft]: SloDraft[Name] extends string ? Name : never
}[keyof SloDraft]

/** What every field of a text of the draft has. */
const textOf =
  ({ draft, set }: DraftProps) =>
  (name: TextName) => ({
    at: `#/${name}`,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })

/** What is measured and when to alert, beside what it would have been. */
export function SloForm({ begun, isNew = true, chosen, change, cancel, onSave }: FormProps) {
  const [draft, setDraft] = useState(begun)
  const set = (more: Partial<SloDraft>) => setDraft((before) => ({ ...before, ...more }))
  const preview = usePreview(draft)
  const { refusal } = change
  const part = { draft, set }
  const text = textOf(part)
  return (
    <div className="slo-form">
      <Form
        className="stack"
        refusal={refusal}
        onSend={() => void onSave(draft, preview.preview)}
        aria-label="SLO"
      >
        <Unsaved refusal={refusal} />
        <section className="card form-part" aria-label="What it measures">
          <TextField
            label="Name"
            autoComplete="off"
            autoFocus={isNew}
            placeholder="Checkout availability"
            {...text("name")}
          />
          {isNew && (
            <Segments
              label="Indicator"
              value={draft.indicator}
              options={[
                { value: "MONITORS", label: "Uptime of monitors" },
                { value: "SERVICE", label: "Requests of a service" },
              ]}
              onChange={(indicator) => set({ indicator })}
            />
          )}
          {draft.indicator === "MONITORS" ? (
            <Monitors {...part} chosen={chosen} />
          ) : (
            <Service {...part} />
          )}
          <div className="fields">
            <TextField label="Target (%)" inputMode="decimal" {...text("targetPercent")} />
            <Choice label="Window" options={windows} {...text("windowDays")} />
          </div>
          <TextArea label="Description" rows={2} {...text("description")} />
        </section>
        <Alerts {...part} preview={preview.preview} />
        <div className="form-foot">
          <Submit isBusy={change.isRunning}>{isNew ? "Create SLO" : "Save"}</Submit>
          {cancel}
        </div>
      </Form>
      <PreviewPane state={preview} draft={draft} />
    </div>
  )
}

const Monitors = ({ draft, set, chosen = [] }: DraftProps & Pick<FormProps, "chosen">) => (
  <MonitorChoice
    label="Monitors"
    name="monitorIds"
    hint="At most 20. Of several, the average counts; degraded is up."
    defaultChosen={chosen.filter(({ id }) => draft.monitorIds.includes(id))}
    onChoose={(monitorIds) => set({ monitorIds })}
  />
)

const dayMs = 86_400_000

function Service(props: DraftProps) {
  const { id: projectId } = useProject()
  const text = textOf(props)
  const times = useMemo(() => {
    const to = Math.ceil(Date.now() / 60_000) * 60_000
    return { from: new Date(to - dayMs).toISOString(), to: new Date(to).toISOString() }
  }, [])
  const { data } = useRead(ServiceNames, { projectId, ...times })
  return (
    <div className="fields">
      <TextField
        label="Service"
        list="slo-services"
        autoComplete="off"
        placeholder="checkout"
        hint="service.name of its traces."
        {...text("service")}
      />
      <datalist id="slo-services">
        {data?.project?.services.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label="Within (ms)"
        inputMode="numeric"
        placeholder="Any duration"
        hint="A slower request is bad, and so is an error."
        {...text("latencyMs")}
      />
    </div>
  )
}

type AlertsProps = DraftProps & { preview: Preview | null }

function Alerts({ draft, set, preview }: AlertsProps) {
  const { id: projectId } = useProject()
  const text = textOf({ draft, set })
  const { data } = useRead(PoliciesToChoose, { projectId })
  const policies =
    data?.project?.onCallPolicies?.edges.map(({ node: { id, name } }) => ({
      value: id,
      label: name,
    })) ?? []
  return (
    <section className="card form-part" aria-label="Alerts">
      <h2>Alerts</h2>
      <div className="burn-field">
        <Switch
          label="Fast burn"
          hint="Severity high. Over 5 min and 1 h."
          isOn={draft.isFastOn}
          onChange={(isFastOn) => set({ isFastOn })}
        />
        {draft.isFastOn && (
          <TextField
            label="Fast burn rate above"
            inputMode="decimal"
            placeholder={placeholderOf(preview?.fastDefault)}
            {...text("fastFactor")}
          />
        )}
      </div>
      <div className="burn-field">
        <Switch
          label="Slow burn"
          hint="Severity low. Over 30 min and 6 h."
          isOn={draft.isSlowOn}
          onChange={(isSlowOn) => set({ isSlowOn })}
        />
        {draft.isSlowOn && (
          <TextField
            label="Slow burn rate above"
            inputMode="decimal"
            placeholder={placeholderOf(preview?.slowDefault)}
            {...text("slowFactor")}
          />
        )}
      </div>
      <Choice
        label="On-call policy"
        at="#/policyId"
        value={draft.policyId ?? ""}
        options={policies}
        onChange={({ target }) => set({ policyId: target.value || null })}
      >
        <option value="">Default of the project</option>
      </Choice>
    </section>
  )
}

const placeholderOf = (factor: number | undefined): string =>
  factor === undefined ? "Default" : `${factor} by default`
