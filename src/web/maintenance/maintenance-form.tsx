import { useState, type ReactNode } from "react"
import type { VariablesOf } from "../graphql.ts"
import { MonitorChoice } from "../monitor/monitor-choice.tsx"
import { useProject } from "../project/project-context.ts"
import { useSave } from "../project/use-save.ts"
import { Submit } from "../ui/button.tsx"
import { DateTimeField } from "../ui/date-time-field.tsx"
import { Form, TextArea, TextField } from "../ui/field.tsx"
import { entries } from "../ui/form-entry.ts"
import { ScheduleMaintenance, UpdateMaintenance } from "./maintenance-documents.ts"
import { ruleInput, type Draft } from "./maintenance-draft.ts"
import { FormPane } from "./form-pane.tsx"
import { NoticeFields } from "./notice-fields.tsx"
import { RecurrenceFields } from "./recurrence-fields.tsx"
import { ScheduleSeries, UpdateSeries } from "./series-documents.ts"
import "../ui/pane.css"
import "./maintenance.css"
import { Unsaved } from "../ui/unsaved.tsx"

type WindowInput = Omit<VariablesOf<typeof ScheduleMaintenance>, "projectId">
type SeriesInput = Omit<VariablesOf<typeof ScheduleSeries>, "projectId">

type Props = {
  /** Absent for a new one. */
  id?: string
  draft: Draft
  repeats: boolean
  monitors?: readonly { id: string; name: string }[]
  cancel: ReactNode
  /** The choice between one window and a series. */
  children?: ReactNode
}

/** One window or a series; the values are read once, so that changes by others do not replace what was typed. */
export function MaintenanceForm({ id, repeats, monitors = [], cancel, ...props }: Props) {
  const { pages } = useProject()
  const isNew = id === undefined
  const [draft, setDraft] = useState(props.draft)
  // What can be edited is decided when the form opens; the server refuses the rest.
  const [isBegun] = useState(() => !isNew && !repeats && hasBegun(props.draft))
  const window = useSave<WindowInput>(ScheduleMaintenance, UpdateMaintenance, id)
  const series = useSave<SeriesInput>(ScheduleSeries, UpdateSeries, id)
  const { refusal, isRunning } = repeats ? series : window
  const send = async (form: FormData) => {
    const { title, description, rule, notices } = draft
    const [startsAt, endsAt] = [draft.startsAt ?? "", draft.endsAt ?? ""]
    const shared = { title, description, monitorIds: entries(form, "monitors"), ...notices }
    if (repeats) {
      const said = isNew ? "Series scheduled" : "Series saved"
      await series.run({ ...shared, ...ruleInput(rule) }, { said, page: pages.series })
      return
    }
    const input = isBegun ? { title, description, endsAt } : { ...shared, startsAt, endsAt }
    const said = isNew ? "Maintenance scheduled" : "Maintenance saved"
    await window.run(input as WindowInput, { said, page: pages.maintenance })
  }
  const set = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  return (
    <div className="with-pane">
      <Form className="stack" refusal={refusal} onSend={send}>
        <Unsaved refusal={refusal} />
        <section className="card card-form" aria-label="What">
          <TextField
            label="Title"
            at="#/title"
            autoComplete="off"
            autoFocus={isNew}
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
          <Submit isBusy={isRunning}>
            {!isNew ? "Save" : repeats ? "Schedule series" : "Schedule maintenance"}
          </Submit>
          {cancel}
        </div>
      </Form>
      <FormPane draft={draft} repeats={repeats} />
    </div>
  )
}

const hasBegun = ({ startsAt }: Draft): boolean =>
  startsAt !== null && Date.parse(startsAt) <= Date.now()
