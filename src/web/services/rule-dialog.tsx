import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Choice, TextField } from "../ui/field.tsx"
import { toast } from "../ui/toast.tsx"
import { CreateTelemetryRule, type RuleConditions } from "./rule-documents.ts"
import { RulePreview } from "./rule-preview.tsx"
import "./rules.css"

type Props = { onChange(): void; onClose(): void }

type Draft = {
  name: string
  signal: RuleConditions["signal"]
  keepPercent: string
  keepErrors: boolean
  service: string
  operation: string
  severityBelow: string
  attribute: string
  attributeValue: string
  bodyContains: string
}

const empty: Draft = {
  name: "",
  signal: "LOGS",
  keepPercent: "0",
  keepErrors: true,
  service: "",
  operation: "",
  severityBelow: "",
  attribute: "",
  attributeValue: "",
  bodyContains: "",
}

const signals = [
  { value: "LOGS", label: "Log records" },
  { value: "TRACES", label: "Spans" },
  { value: "METRICS", label: "Data points" },
]

const levels = [
  { value: "", label: "Any level" },
  { value: "5", label: "Below debug" },
  { value: "9", label: "Below info" },
  { value: "13", label: "Below warn" },
  { value: "17", label: "Below error" },
]

const orNull = (text: string): string | null => text.trim() || null

/** Fields that the chosen signal does not have are left out. */
function conditionsOf(draft: Draft): RuleConditions {
  const isLogs = draft.signal === "LOGS"
  return {
    signal: draft.signal,
    keepPercent: draft.signal === "METRICS" ? 0 : Number(draft.keepPercent || "0"),
    keepErrors: draft.keepErrors,
    service: orNull(draft.service),
    operation: isLogs ? null : orNull(draft.operation),
    severityBelow: isLogs && draft.severityBelow !== "" ? Number(draft.severityBelow) : null,
    attribute: orNull(draft.attribute),
    attributeValue: orNull(draft.attributeValue),
    bodyContains: isLogs ? orNull(draft.bodyContains) : null,
  }
}

/** A new rule, with what it would have done to yesterday's telemetry. */
export function RuleDialog({ onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const create = useChange(CreateTelemetryRule)
  const [draft, setDraft] = useState(empty)
  const set = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }))
  const text = (name: Exclude<keyof Draft, "signal" | "keepErrors">) => ({
    name,
    at: `#/${name}`,
    value: draft[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  const conditions = conditionsOf(draft)
  const isLogs = draft.signal === "LOGS"
  const send = async () => {
    if ((await create.run({ projectId, name: draft.name, ...conditions })) === null) return
    toast(`Rule ${draft.name} created`)
    onClose()
    onChange()
  }
  return (
    <FormDialog
      title="New rule"
      changes={[create]}
      verb="Create rule"
      onSend={send}
      onClose={onClose}
    >
      <TextField label="Name" {...text("name")} autoFocus placeholder="Health checks" />
      <div className="fields">
        <Choice
          label="Applies to"
          value={draft.signal}
          options={signals}
          onChange={({ target }) => set({ signal: target.value as Draft["signal"] })}
        />
        <TextField label="Service" {...text("service")} placeholder="Any; cart*" />
        {isLogs ? (
          <Choice
            label="Level"
            at="#/severityBelow"
            value={draft.severityBelow}
            options={levels}
            onChange={({ target }) => set({ severityBelow: target.value })}
          />
        ) : (
          <TextField
            label={draft.signal === "TRACES" ? "Span name" : "Metric name"}
            {...text("operation")}
            placeholder="Any; GET /health*"
          />
        )}
        {isLogs && <TextField label="Message contains" {...text("bodyContains")} />}
        <TextField label="Attribute" {...text("attribute")} placeholder="http.route" />
        <TextField label="Attribute value" {...text("attributeValue")} placeholder="Any" />
        {draft.signal !== "METRICS" && (
          <TextField
            label="Keep (%)"
            {...text("keepPercent")}
            type="number"
            inputMode="numeric"
            min={0}
            max={99}
            hint="0 drops everything that matches."
          />
        )}
      </div>
      {draft.signal !== "METRICS" && (
        <label className="tick">
          <input
            type="checkbox"
            checked={draft.keepErrors}
            onChange={({ target }) => set({ keepErrors: target.checked })}
          />
          Keep errors in any case
        </label>
      )}
      <RulePreview conditions={conditions} />
    </FormDialog>
  )
}
