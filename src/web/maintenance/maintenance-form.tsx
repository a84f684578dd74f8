import { useState, type ReactNode } from "react"
import type { Refusal } from "../ui/refusal.ts"
import { MonitorChoice } from "../monitor/monitor-choice.tsx"
import { Submit } from "../ui/button.tsx"
import { DateTimeField } from "../ui/date-time-field.tsx"
import { Form, TextArea, TextField } from "../ui/field.tsx"
import { entries } from "../ui/form-entry.ts"
import type { Draft } from "./maintenance-draft.ts"
import { FormPane } from "./form-pane.tsx"
import { NoticeFields } from "./notice-fields.tsx"
import { RecurrenceFields } from "./recurrence-fields.tsx"
import "../ui/pane.css"
import "./maintenance.css"
import { Unsaved } from "../ui/unsaved.tsx"

export type Sent = { draft: Draft; monitorIds: string[] }

type Props = {
  draft: Draft
  repeats: boolean
  monitors?: readonly { id: string; name: string }[]
  /** True once the window has begun: only the texts and the end can change. */
  isBegun?: boolean
  verb: string
  refusal: Refusal | null
  isBusy: boolean
  cancel: ReactNode
  /** The choice between one window and a series. */
  children?: ReactNode
  onSend(sent: Sent): void
}

/** One window or a series; the values are read once, so that changes by others do not replace what was typed. */
export function MaintenanceForm(props: Props) {
  const { repeats, monitors = [], isBegun = false, verb, refusal, isBusy, cancel, onSend } = props
  const [draft, setDraft] = useState(props.draft)
  const set = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  return (
    <div className="with-pane">
      <Form
        className="stack"
        refusal={refusal}
        onSend={(form) => onSend({ draft, monitorIds: entries(form, "monitors") })}
      >
        <Unsaved refusal={refusal} />
        <section className="card card-form" aria-label="What">
          <TextField
            label="Title"
            at="#/title"
            autoComplete="off"
            autoFocus={verb !== "Save"}
            placeholder="Database upgrade"
            value={draft.title}
            onChange={({ target }) => set({ title: target.value })}
          />
          <TextArea
            label="Description"
            at="#/description"
            hint="Status pages and notifications show the title and this text."
            rows={3}
            value={draft.description}
            onChange={({ target }) => set({ description: target.value })}
          />
          {!isBegun && (
            <MonitorChoice
              label="Monitors"
              name="monitors"
              at="#/monitorIds"
              hint="They are still checked, but their outages are not declared and count as maintenance."
              defaultChosen={monitors}
            />
          )}
        </section>
        <section className="card card-form" aria-label="When">
          {props.children}
          {repeats ? (
            <RecurrenceFields
              rule={draft.rule}
              onChange={(rule) => set({ rule: { ...draft.rule, ...rule } })}
            />
          ) : (
            <div className="fields">
              {!isBegun && (
                <DateTimeField
                  label="Starts"
                  name="startsAt"
                  defaultValue={draft.startsAt}
                  onChange={(startsAt) => set({ startsAt })}
                />
              )}
              <DateTimeField
                label="Ends"
                name="endsAt"
                defaultValue={draft.endsAt}
                onChange={(endsAt) => set({ endsAt })}
              />
            </div>
          )}
        </section>
        {!isBegun && (
          <NoticeFields
            notices={draft.notices}
            onChange={(notices) => set({ notices: { ...draft.notices, ...notices } })}
          />
        )}
        <div className="form-foot">
          <Submit isBusy={isBusy}>{verb}</Submit>
          {cancel}
        </div>
      </Form>
      <FormPane draft={draft} repeats={repeats} />
    </div>
  )
}
