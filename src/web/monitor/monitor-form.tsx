import type { ReactNode } from "react"
import { useState } from "react"
import type { Refusal } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Choice, Form, NumberField, TextArea, TextField } from "../ui/field.tsx"
import type { MonitorWhole } from "./monitor-documents.ts"
import { LabelChoice, ParentChoice } from "./form-group.tsx"
import { KindTarget } from "./form-kind.tsx"
import { KindMore } from "./form-more.tsx"
import type { MonitorInput } from "./read-form.ts"
import { readForm } from "./read-form.ts"
import type { Kind } from "./monitor-kind.ts"
import { exampleOf, isProbed, kindHint, kinds, kindWord } from "./monitor-kind.ts"
import { minutesInWords } from "./monitor-messages.ts"

type Props = {
  monitor?: MonitorWhole
  refusal: Refusal | null
  isBusy: boolean
  /** Target of "Cancel". */
  back: ReactNode
  onSend(kind: Kind, input: MonitorInput): void
}

const intervals = ["1m", "2m", "3m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "24h"]

/** Creates or updates a monitor: essential settings first, the rest collapsed with defaults. */
export function MonitorForm({ monitor, refusal, isBusy, back, onSend }: Props) {
  const [kind, setKind] = useState<Kind>(monitor?.kind ?? "HTTP")
  const [isOpen, setOpen] = useState(false)
  const isNew = monitor === undefined
  return (
    <Form
      className="form"
      refusal={refusal}
      onSend={(form) => onSend(kind, readForm(kind, form))}
      aria-label={isNew ? "Add monitor" : `Edit ${monitor.name}`}
    >
      {isNew && <KindChoice kind={kind} onChoose={setKind} />}
      <div className="card form-part fields">
        <TextField
          label="Name"
          name="name"
          at="#/name"
          wide
          autoComplete="off"
          defaultValue={monitor?.name}
          placeholder={exampleOf(kind).name}
        />
        <KindTarget kind={kind} monitor={monitor} />
        {isProbed(kind) && (
          <Choice
            label="Check every"
            name="interval"
            at="#/interval"
            defaultValue={monitor?.interval ?? "1m"}
          >
            {[...new Set([...intervals, monitor?.interval ?? "1m"])].map((text) => (
              <option key={text} value={text}>
                {inWords(text)}
              </option>
            ))}
          </Choice>
        )}
      </div>
      <details
        className="card more"
        open={isOpen || (refusal !== null && refusal.issues.size > 0)}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>More settings</summary>
        <div className="form-part fields">
          <KindMore kind={kind} monitor={monitor} />
          {isProbed(kind) && (
            <>
              <NumberField
                label="Timeout (seconds)"
                name="timeoutSeconds"
                value={monitor?.timeoutSeconds ?? 10}
                max={60}
              />
              <NumberField
                label="Failed checks before offline"
                name="failureThreshold"
                value={monitor?.failureThreshold ?? 2}
                max={100}
              />
              <NumberField
                label="Successful checks before recovery"
                name="recoveryThreshold"
                value={monitor?.recoveryThreshold ?? 1}
                max={100}
              />
              <NumberField
                label="Flap window (minutes)"
                name="flapWindowMinutes"
                value={monitor?.flapWindowMinutes ?? 10}
                min={0}
                max={60}
              />
            </>
          )}
          <ParentChoice monitor={monitor} />
          <LabelChoice monitor={monitor} />
          <TextArea
            label="Description"
            name="description"
            at="#/description"
            wide
            rows={2}
            defaultValue={monitor?.description}
            hint="Shown to the person who is paged: what this is and where to look first."
          />
        </div>
      </details>
      <div className="form-foot">
        <Button type="submit" variant="accent" isBusy={isBusy}>
          {isNew ? "Add monitor" : "Save changes"}
        </Button>
        {back}
      </div>
    </Form>
  )
}

const KindChoice = ({ kind, onChoose }: { kind: Kind; onChoose(kind: Kind): void }) => (
  <fieldset>
    <legend className="legend">What do you want to monitor?</legend>
    <div className="kinds">
      {kinds.map((one) => (
        <label key={one} className="kind">
          <input
            type="radio"
            name="kind"
            value={one}
            checked={one === kind}
            onChange={() => onChoose(one)}
          />
          <span>
            <strong>{kindWord(one)}</strong>
            <span className="muted small">{kindHint(one)}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

const unitMinutes = { m: 1, h: 60, d: 1440 } as const

const inWords = (interval: string): string =>
  minutesInWords(Number.parseInt(interval, 10) * unitMinutes[interval.slice(-1) as "m" | "h" | "d"])
