import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Missing } from "../ui/empty.tsx"
import { Choice } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { capital } from "../ui/capital.ts"
import { StatesToChoose, ChangeAlertState, type AlertRow } from "./alert-documents.ts"

type Props = { alert: AlertRow; onChange(): void; onClose(): void }

/** Sets any of the project's states. */
export function ChangeState({ alert, onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const { data, error, again } = useRead(StatesToChoose, { projectId, subject: "ALERT" })
  const change = useChange(ChangeAlertState)
  const states = data?.project?.states.edges.map(({ node }) => node) ?? []
  const save = async (form: FormData) => {
    if ((await change.run({ id: alert.id, state: entry(form, "state") })) !== null) onChange()
  }
  return (
    <FormDialog
      title="Set state"
      changes={[change]}
      verb="Set state"
      onSend={save}
      onClose={onClose}
    >
      <Missing error={error} onAgain={again} />
      {states.length > 0 && (
        <Choice
          label="State"
          name="state"
          defaultValue={alert.state.name}
          hint="A state that a person sets is kept when the monitor recovers."
          options={states.map(({ name, label }) => ({ value: name, label: capital(label) }))}
        />
      )}
    </FormDialog>
  )
}
