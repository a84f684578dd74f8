import type { ReactNode } from "react"
import { useMemo } from "react"
import type { Refusal } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { MonitorChoice } from "../monitor/monitor-choice.tsx"
import { PoliciesToChoose } from "../monitor/form-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Choice, Form, TextArea, TextField } from "../ui/field.tsx"
import { Segments } from "../ui/segments.tsx"
import { submitOnCtrlEnter } from "../ui/submit-keys.ts"
import { Switch } from "../ui/switch.tsx"
import type { Preview } from "./slo-documents.ts"
import { ServiceNames } from "./slo-documents.ts"
import type { SloDraft } from "./slo-draft.ts"
import { PreviewPane } from "./preview-pane.tsx"
import type { PreviewState } from "./use-preview.ts"
import "./slo.css"

export type FormProps = {
  draft: SloDraft
  set(more: Partial<SloDraft>): void
  preview: PreviewState
  refusal: Refusal | null
  /** The monitors chosen at first; an SLO that exists keeps its indicator. */
  chosen?: readonly { id: string; name: string }[]
  isNew: boolean
  foot: ReactNode
  onSave(): void
}

/** What is measured and when to alert, beside what it would have been. */
export function SloForm(props: FormProps) {
  const { draft, set, preview, refusal, isNew, foot, onSave } = props
  return (
    <div className="slo-form">
      <Form
        className="slo-fields"
        refusal={refusal}
        onSend={onSave}
        onKeyDown={submitOnCtrlEnter}
        aria-label="SLO"
      >
        <section className="card form-part" aria-label="What it measures">
          <TextField
            label="Name"
            at="#/name"
            value={draft.name}
            autoComplete="off"
            autoFocus={isNew}
            placeholder="Checkout availability"
            onChange={({ target }) => set({ name: target.value })}
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
          {draft.indicator === "MONITORS" ? <Monitors {...props} /> : <Service {...props} />}
          <div className="fields">
            <TextField
              label="Target (%)"
              at="#/targetPercent"
              inputMode="decimal"
              value={draft.targetPercent}
              onChange={({ target }) => set({ targetPercent: target.value })}
            />
            <Choice
              label="Window"
              at="#/windowDays"
              value={draft.windowDays}
              onChange={({ target }) => set({ windowDays: target.value })}
            >
              {[7, 28, 30, 90].map((days) => (
                <option key={days} value={days}>
                  Last {days} days
                </option>
              ))}
            </Choice>
          </div>
          <TextArea
            label="Description"
            at="#/description"
            rows={2}
            value={draft.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        </section>
        <Alerts draft={draft} set={set} preview={preview.preview} />
        <div className="form-foot">{foot}</div>
      </Form>
      <PreviewPane state={preview} draft={draft} />
    </div>
  )
}

type PartProps = Pick<FormProps, "draft" | "set" | "chosen">

const Monitors = ({ draft, set, chosen = [] }: PartProps) => (
  <MonitorChoice
    label="Monitors"
    name="monitorIds"
    at="#/monitorIds"
    hint="At most 20. Of several, the average counts; degraded is up."
    defaultChosen={chosen.filter(({ id }) => draft.monitorIds.includes(id))}
    onChoose={(monitorIds) => set({ monitorIds })}
  />
)

const dayMs = 86_400_000

function Service({ draft, set }: PartProps) {
  const { id: projectId } = useProject()
  const times = useMemo(() => {
    const to = Math.ceil(Date.now() / 60_000) * 60_000
    return { from: new Date(to - dayMs).toISOString(), to: new Date(to).toISOString() }
  }, [])
  const { data } = useRead(ServiceNames, { projectId, ...times })
  return (
    <div className="fields">
      <TextField
        label="Service"
        at="#/service"
        list="slo-services"
        autoComplete="off"
        placeholder="checkout"
        hint="service.name of its traces."
        value={draft.service}
        onChange={({ target }) => set({ service: target.value })}
      />
      <datalist id="slo-services">
        {data?.project?.services.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label="Within (ms)"
        at="#/latencyMs"
        inputMode="numeric"
        placeholder="Any duration"
        hint="A slower request is bad, and so is an error."
        value={draft.latencyMs}
        onChange={({ target }) => set({ latencyMs: target.value })}
      />
    </div>
  )
}

type AlertsProps = Pick<FormProps, "draft" | "set"> & { preview: Preview | null }

function Alerts({ draft, set, preview }: AlertsProps) {
  const { id: projectId } = useProject()
  const { data } = useRead(PoliciesToChoose, { projectId })
  const policies = data?.project?.onCallPolicies.edges.map(({ node }) => node) ?? []
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
            at="#/fastFactor"
            inputMode="decimal"
            placeholder={placeholderOf(preview?.fastDefault)}
            value={draft.fastFactor}
            onChange={({ target }) => set({ fastFactor: target.value })}
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
            at="#/slowFactor"
            inputMode="decimal"
            placeholder={placeholderOf(preview?.slowDefault)}
            value={draft.slowFactor}
            onChange={({ target }) => set({ slowFactor: target.value })}
          />
        )}
      </div>
      <Choice
        label="On-call policy"
        at="#/policyId"
        value={draft.policyId ?? ""}
        onChange={({ target }) => set({ policyId: target.value || null })}
      >
        <option value="">Default of the project</option>
        {policies.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
    </section>
  )
}

const placeholderOf = (factor: number | undefined): string =>
  factor === undefined ? "Default" : `${factor} by default`
