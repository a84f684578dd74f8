import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Button, Submit } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { Picker } from "../ui/picker.tsx"
import { Switch } from "../ui/switch.tsx"
import { timeZones } from "../ui/time-zones.ts"
import { toast } from "../ui/toast.tsx"
import {
  ContactRules,
  ResetContactRules,
  SaveContactRules,
  type RuleChannel,
  type Rules,
} from "./rule-documents.ts"
import { draftOf, previewOf, type DraftRules } from "./rule-draft.ts"
import { RuleMethods } from "./rule-methods.tsx"
import "./contact-rules.css"
import { Unsaved } from "../ui/unsaved.tsx"
import { Card } from "../ui/card.tsx"

/** In which order and when the signed-in person is reached, in all their projects. */
export function ContactRulesCard() {
  const { data, error, again } = useRead(ContactRules, {})
  return (
    <Card
      title="Contact rules"
      side={<span className="muted small">In which order, and when</span>}
    >
      <Missing error={error} onAgain={again} />
      {data !== undefined && (
        <RulesForm
          key={JSON.stringify(data.contactRules)}
          rules={data.contactRules}
          channels={data.viewer?.channels ?? []}
          onChange={again}
        />
      )}
    </Card>
  )
}

type Props = { rules: Rules | null; channels: readonly RuleChannel[]; onChange(): void }

function RulesForm({ rules, channels, onChange }: Props) {
  const [draft, setDraft] = useState(() => draftOf(rules))
  const save = useChange(SaveContactRules)
  const reset = useChange(ResetContactRules)
  const set = (changed: Partial<DraftRules>) => setDraft((before) => ({ ...before, ...changed }))
  const preview = previewOf(draft, channels)
  const { timeZone, quiet, digestAt, high, low } = draft
  const send = async () => {
    const done = await save.run({ timeZone, quietHours: quiet, digestAt, high, low })
    if (done === null) return
    toast("Contact rules saved")
    onChange()
  }
  const toDefault = async () => {
    if ((await reset.run({})) === null) return
    toast("The default applies again")
    onChange()
  }
  return (
    <Form className="card-body stack wide" refusal={save.refusal ?? reset.refusal} onSend={send}>
      <Unsaved refusal={save.refusal ?? reset.refusal} />
      <div className="contact-preview" role="status">
        <p>{preview.high}</p>
        <p>{preview.low}</p>
      </div>
      <RuleMethods
        title="High urgency"
        empty="The default order: silent channels at once, SMS after one minute, a call after three."
        methods={high}
        channels={channels}
        onChange={(methods) => set({ high: methods })}
      />
      <RuleMethods
        title="Low urgency"
        empty="The default order: silent channels only."
        methods={low}
        channels={channels}
        onChange={(methods) => set({ low: methods })}
      />
      <Switch
        label="Quiet hours"
        hint="Low urgency waits until they end; high urgency never waits."
        isOn={quiet !== null}
        onChange={(isOn) => set({ quiet: isOn ? { from: "22:00", until: "07:00" } : null })}
      />
      {quiet !== null && (
        <div className="fields">
          <TextField
            label="From"
            type="time"
            at="#/quietHours"
            value={quiet.from}
            onChange={({ target }) => set({ quiet: { ...quiet, from: target.value } })}
          />
          <TextField
            label="Until"
            type="time"
            value={quiet.until}
            onChange={({ target }) => set({ quiet: { ...quiet, until: target.value } })}
          />
        </div>
      )}
      <Switch
        label="Daily digest"
        hint="One message a day with all low-urgency alerts, instead of each at once."
        isOn={digestAt !== null}
        onChange={(isOn) => set({ digestAt: isOn ? "08:00" : null })}
      />
      <div className="fields">
        {digestAt !== null && (
          <TextField
            label="Digest at"
            type="time"
            at="#/digestAt"
            value={digestAt}
            onChange={({ target }) => set({ digestAt: target.value })}
          />
        )}
        <Picker
          label="Time zone"
          at="#/timeZone"
          options={timeZones()}
          value={timeZone}
          onChange={(zone) => set({ timeZone: zone ?? timeZone })}
        />
      </div>
      <div className="form-foot">
        <Submit isBusy={save.isRunning}>Save rules</Submit>
        {rules !== null && (
          <Button variant="quiet" isBusy={reset.isRunning} onClick={() => void toDefault()}>
            Use the default
          </Button>
        )}
      </div>
    </Form>
  )
}
