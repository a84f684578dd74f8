import { useState, type ReactNode } from "react"
import type { Refusal } from "../ui/refusal.ts"
import { useProject } from "../project/project-context.ts"
import { Button, Submit } from "../ui/button.tsx"
import { Form } from "../ui/field.tsx"
import { Kbd } from "../ui/kbd.tsx"
import { Assertions } from "./assertions.tsx"
import { DraftContext } from "./draft-context.ts"
import { DraftArea, DraftChoice, DraftText } from "./draft-field.tsx"
import { LabelChoice, ParentChoice, PolicyChoice } from "./form-group.tsx"
import { KindTarget } from "./form-kind.tsx"
import { KindMore, Thresholds } from "./form-more.tsx"
import type { MonitorWhole } from "../monitor/monitor-documents.ts"
import {
  exampleOf,
  hasField,
  isProbed,
  kindHint,
  kinds,
  kindWord,
  type Kind,
} from "../monitor/monitor-kind.ts"
import { minutesInWords } from "../monitor/monitor-messages.ts"
import { completed, defaultName } from "./complete-draft.ts"
import { TestPane } from "./test-pane.tsx"
import { useTest } from "./use-test.ts"
import type { DraftForm } from "./use-monitor-draft.ts"
import "./monitor-form.css"

type Props = {
  /** The monitor to edit; a new one otherwise. */
  monitor?: MonitorWhole
  form: DraftForm
  refusal: Refusal | null
  isBusy: boolean
  /** Beside the buttons: "Cancel", or what changed. */
  foot: ReactNode
  /** The draft with a whole URL and a name. */
  onSave(): void
}

const intervals = ["1m", "2m", "3m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "24h"]

/** Creates or updates a monitor: essential settings first, the rest collapsed; beside it a test of what is typed. */
export function MonitorForm({ monitor, form, refusal, isBusy, foot, onSave }: Props) {
  const { draft, change } = form
  const { kind } = draft
  const [isOpen, setOpen] = useState(false)
  const test = useTest(draft)
  const isNew = monitor === undefined
  const needsLabel = useProject().isLimitedToLabels && isNew
  const complete = () => change({ url: completed(draft).url })
  return (
    <DraftContext value={form}>
      <div className="making">
        <Form
          className="form"
          refusal={refusal}
          onSend={() => {
            complete()
            if (!isBusy) onSave()
          }}
          aria-label={isNew ? "Add monitor" : `Edit ${monitor.name}`}
        >
          {isNew && <KindChoice kind={kind} onChoose={(next) => change({ kind: next })} />}
          <div className="card form-part fields">
            <KindTarget />
            <DraftText
              label="Name"
              name="name"
              placeholder={defaultName(draft) || exampleOf(kind).name}
              {...(isNew && (hasField(kind, "url") || hasField(kind, "host"))
                ? { hint: "The host, if you leave it empty." }
                : {})}
            />
            {isProbed(kind) && (
              <DraftChoice
                label="Check every"
                name="interval"
                options={[...new Set([...intervals, form.saved.interval])].map((value) => ({
                  value,
                  label: inWords(value),
                }))}
              />
            )}
            {needsLabel && <LabelChoice monitor={monitor} />}
          </div>
          {hasField(kind, "assertions") && (
            <div className="card form-part">
              <Assertions />
            </div>
          )}
          <details
            className="card more"
            open={isOpen || (refusal !== null && refusal.issues.size > 0)}
            onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          >
            <summary>More settings</summary>
            {isProbed(kind) && (
              <Group title={hasField(kind, "method") ? "Request" : "Check"}>
                <KindMore />
              </Group>
            )}
            <Group title="Outages and alerts">
              <Thresholds />
              <PolicyChoice monitor={monitor} />
            </Group>
            <Group title="Place in the project">
              <ParentChoice monitor={monitor} />
              {!needsLabel && <LabelChoice monitor={monitor} />}
              <DraftArea
                label="Description"
                name="description"
                wide
                rows={2}
                hint="Shown to the person who is paged: what this is and where to look first."
              />
            </Group>
          </details>
          <div className="form-foot making-foot">
            <Submit isBusy={isBusy}>{isNew ? "Add monitor" : "Save changes"}</Submit>
            {isProbed(kind) && (
              <Button
                isBusy={test.isRunning}
                onClick={() => {
                  complete()
                  test.run()
                }}
              >
                {test.isRunning ? "Testing…" : "Test"}
              </Button>
            )}
            {foot}
            <span className="making-keys muted small" aria-hidden="true">
              <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> saves
            </span>
          </div>
        </Form>
        <TestPane test={test} />
      </div>
    </DraftContext>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="making-group">
    <h2>{title}</h2>
    <div className="fields">{children}</div>
  </section>
)

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
