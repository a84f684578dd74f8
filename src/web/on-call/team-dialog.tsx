import { useState } from "react"
import { useRead } from "../live/live-read.ts"
import { useSave } from "../project/use-save.ts"
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

type TeamInput = { name: string; description: string; userIds: string[] }
type FieldsProps = Omit<Props, "team"> & { team: TeamRow | null }

function Fields({ team, people, onClose, onSaved }: FieldsProps) {
  const save = useSave<TeamInput>(CreateTeam, UpdateTeam, team?.id)
  const [userIds, setUserIds] = useState(() => team?.people.map(({ id }) => id) ?? [])
  const send = async (form: FormData) => {
    const name = entry(form, "name")
    if (await save.run({ name, description: entry(form, "description"), userIds })) onSaved(name)
  }
  return (
    <Form className="stack" refusal={save.refusal} onSend={send}>
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
      <DialogFoot isBusy={save.isRunning} onClose={onClose}>
        {team === null ? "Create team" : "Save team"}
      </DialogFoot>
    </Form>
  )
}
