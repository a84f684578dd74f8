import { useState } from "react"
import type { Refusal } from "../live/change.ts"
import { Button, ButtonLink } from "../part/button.tsx"
import { Choice, Form, NumberField, TextArea, TextField } from "../part/field.tsx"
import type { MonitorWhole } from "./documents.ts"
import { LabelChoice, ParentChoice } from "./form-group.tsx"
import { KindTarget } from "./form-kind.tsx"
import { KindMore } from "./form-more.tsx"
import type { MonitorInput } from "./read-form.ts"
import { readForm } from "./read-form.ts"
import type { Kind } from "./words.ts"
import { kindHint, kindWord, minutesInWords } from "./words.ts"

type Props = {
  monitor?: MonitorWhole
  refusal: Refusal | null
  isBusy: boolean
  back: string
  onSend(kind: Kind, input: MonitorInput): void
}

const kinds = Object.keys(kindWord) as Kind[]
const intervals = ["1m", "2m", "3m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "24h"]

/** Adds a monitor or changes one: what everyone sets first, the rest folded away with good defaults. */
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
          placeholder={kind === "HEARTBEAT" ? "Nightly backup" : "Shop front page"}
        />
        <KindTarget kind={kind} monitor={monitor} />
        {kind !== "HEARTBEAT" && (
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
          {kind !== "HEARTBEAT" && (
            <>
              <NumberField
                label="Timeout in seconds"
                name="timeoutSeconds"
                value={monitor?.timeoutSeconds ?? 10}
                max={60}
              />
              <NumberField
                label="Failures until offline"
                name="failureThreshold"
                value={monitor?.failureThreshold ?? 2}
                max={100}
              />
              <NumberField
                label="Good checks until recovered"
                name="recoveryThreshold"
                value={monitor?.recoveryThreshold ?? 1}
                max={100}
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
            hint="For whoever is woken by it: what it is, and where to look first."
          />
        </div>
      </details>
      <div className="form-foot">
        <Button type="submit" look="accent" isBusy={isBusy}>
          {isNew ? "Add monitor" : "Save changes"}
        </Button>
        <ButtonLink to={back} look="quiet">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

const KindChoice = ({ kind, onChoose }: { kind: Kind; onChoose(kind: Kind): void }) => (
  <fieldset>
    <legend className="legend">What shall be watched?</legend>
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
            <strong>{kindWord[one]}</strong>
            <span className="muted small">{kindHint[one]}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

const unitMinutes = { m: 1, h: 60, d: 1440 } as const

const inWords = (interval: string): string =>
  minutesInWords(Number.parseInt(interval, 10) * unitMinutes[interval.slice(-1) as "m" | "h" | "d"])
