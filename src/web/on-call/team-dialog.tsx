import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Dialog, DialogFoot } from "../ui/dialog.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Form, TextArea, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { MultiPicker, type Option } from "../ui/picker.tsx"
import { CreateTeam, Team, UpdateTeam, type TeamRow } from "./team-documents.ts"

type Props = { team?: TeamRow; people: Option[]; onClose(): void; onSaved(name: string): void }

/** Makes or changes a team; what the list shows may be out of date, so it is read again. */
export function TeamDialog({ team, ...rest }: Props) {
  const { data, error, isFirst, again } = useRead(
    Team,
    { id: team?.id ?? "" },
    { pause: team === undefined },
  )
  const isReading = team !== undefined && (isFirst || !data?.team)
  return (
    <Dialog
      title={team === undefined ? "Create team" : `Edit “${team.name}”`}
      onClose={rest.onClose}
    >
      <Missing error={error} onAgain={again} />
      {isReading ? error === null && <Waiting /> : <Fields team={data?.team ?? null} {...rest} />}
    </Dialog>
  )
}

type FieldsProps = Omit<Props, "team"> & { team: TeamRow | null }

function Fields({ team, people, onClose, onSaved }: FieldsProps) {
  const { id: projectId } = useProject()
  const create = useChange(CreateTeam)
  const update = useChange(UpdateTeam)
  const [userIds, setUserIds] = useState(() => team?.people.map(({ id }) => id) ?? [])
  const send = async (form: FormData) => {
    const input = {
      name: entry(form, "name"),
      description: entry(form, "description"),
      userIds,
    }
    const done =
      team === null
        ? await create.run({ projectId, ...input })
        : await update.run({ id: team.id, ...input })
    if (done !== null) onSaved(input.name)
  }
  return (
    <Form className="stack" refusal={create.refusal ?? update.refusal} onSend={send}>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        autoFocus
        defaultValue={team?.name}
        placeholder="Platform"
      />
      <TextArea label="Description" name="description" rows={2} defaultValue={team?.description} />
      <MultiPicker
        label="Members"
        at="#/userIds"
        placeholder="Name or e-mail"
        options={people}
        values={userIds}
        onChange={setUserIds}
      />
      <DialogFoot isBusy={create.isRunning || update.isRunning} onClose={onClose}>
        {team === null ? "Create team" : "Save team"}
      </DialogFoot>
    </Form>
  )
}
