import { usePeopleToPage } from "../incident/people-to-page.tsx"
import { PageSomeone } from "../incident/page-someone.tsx"
import { snoozes } from "../incident/snoozes.ts"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { DateTimeField, readDateTime } from "../ui/date-time-field.tsx"
import { FormDialog } from "../ui/form-dialog.tsx"
import { Missing } from "../ui/empty.tsx"
import { Choice, TextArea } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { Picker } from "../ui/picker.tsx"
import { titleOf } from "../ui/title-of.ts"
import { toast } from "../ui/toast.tsx"
import {
  AssignAlert,
  MergeAlert,
  NoteAlert,
  OpenAlerts,
  PageForAlert,
  SnoozeAlert,
  SplitAlert,
  UnsnoozeAlert,
  type AlertRow,
} from "./alert-documents.ts"
import { ChangeState } from "./change-state.tsx"
import { ShareAlertDialog } from "./share-dialog.tsx"

export type AlertDialog = "snooze" | "assign" | "merge" | "note" | "page" | "state" | "share"

type Props = { alert: AlertRow; onChange(): void; onClose(): void }

/** The dialog of one of the verbs. */
export function AlertDialogs({ dialog, ...props }: Props & { dialog: AlertDialog }) {
  switch (dialog) {
    case "snooze":
      return <Snooze {...props} />
    case "assign":
      return <Assign {...props} />
    case "merge":
      return <Merge {...props} />
    case "note":
      return <Note {...props} />
    case "page":
      return <Page {...props} />
    case "share":
      return <ShareAlertDialog id={props.alert.id} onClose={props.onClose} />
    case "state":
      return (
        <ChangeState
          {...props}
          onChange={() => {
            props.onClose()
            props.onChange()
          }}
        />
      )
  }
}

function Snooze({ alert: { id, number }, onChange, onClose }: Props) {
  const snooze = useChange(SnoozeAlert)
  const unsnooze = useChange(UnsnoozeAlert)
  const send = async (form: FormData) => {
    const inMinutes = new Date(Date.now() + Number(entry(form, "minutes")) * 60_000).toISOString()
    if ((await snooze.run({ id, until: readDateTime(form, "until") ?? inMinutes })) === null) return
    const undo = () => void unsnooze.run({ id }).then((done) => done && onChange())
    toast(`Alert #${number} snoozed`, { undo })
    onChange()
    onClose()
  }
  return (
    <FormDialog title="Snooze" changes={[snooze]} verb="Snooze" onSend={send} onClose={onClose}>
      <p className="muted">
        Nobody is paged until then, also for the alerts that this one pages for. Then paging goes on
        where it stopped.
      </p>
      <Choice label="Duration" name="minutes" options={snoozes} defaultValue="60" autoFocus />
      <DateTimeField label="Or until" name="until" />
    </FormDialog>
  )
}

function Assign({ alert: { id, number, assignee }, onChange, onClose }: Props) {
  const assign = useChange(AssignAlert)
  const { people } = usePeopleToPage()
  const send = async (form: FormData) => {
    const [, userId = null] = entry(form, "userId").split(":")
    if ((await assign.run({ id, userId })) === null) return
    const undo = () =>
      void assign.run({ id, userId: assignee?.id ?? null }).then((done) => done && onChange())
    toast(`Alert #${number} ${userId === null ? "assigned to nobody" : "assigned"}`, { undo })
    onChange()
    onClose()
  }
  return (
    <FormDialog title="Assign" changes={[assign]} verb="Assign" onSend={send} onClose={onClose}>
      <p className="muted">Says who works on it. It pages nobody.</p>
      {people.length > 0 && (
        <Picker
          label="Person"
          name="userId"
          options={people}
          defaultValue={assignee && `user:${assignee.id}`}
          isOptional
        />
      )}
    </FormDialog>
  )
}

function Merge({ alert: { id, number }, onChange, onClose }: Props) {
  const { id: projectId } = useProject()
  const { data, error, again } = useRead(OpenAlerts, { projectId, activeOnly: true })
  const merge = useChange(MergeAlert)
  const split = useChange(SplitAlert)
  const others = (data?.project?.alerts.edges ?? []).flatMap(({ node }) =>
    node.id === id ? [] : [{ value: node.id, label: `#${node.number} ${titleOf(node)}` }],
  )
  const send = async (form: FormData) => {
    if ((await merge.run({ id, intoId: entry(form, "intoId") })) === null) return
    const undo = () => void split.run({ id }).then((done) => done && onChange())
    toast(`Alert #${number} merged`, { undo })
    onChange()
    onClose()
  }
  return (
    <FormDialog
      title="Merge into another alert"
      changes={[merge]}
      verb="Merge"
      onSend={send}
      onClose={onClose}
    >
      <p className="muted">
        The other alert pages for this one from now on: both are acknowledged and snoozed together.
        Their incidents stay apart.
      </p>
      <Missing error={error} onAgain={again} />
      <Picker label="Open alert" name="intoId" options={others} />
    </FormDialog>
  )
}

function Note({ alert: { id, number }, onChange, onClose }: Props) {
  const note = useChange(NoteAlert)
  const send = async (form: FormData) => {
    if ((await note.run({ id, body: entry(form, "body") })) === null) return
    toast(`Note added to alert #${number}`)
    onChange()
    onClose()
  }
  return (
    <FormDialog title="Add a note" changes={[note]} verb="Add note" onSend={send} onClose={onClose}>
      <TextArea label="Note" name="body" rows={4} maxLength={5000} autoFocus />
    </FormDialog>
  )
}

function Page({ alert: { id, number }, onChange, onClose }: Props) {
  const page = useChange(PageForAlert)
  const send = async (whom: Parameters<Parameters<typeof PageSomeone>[0]["onPage"]>[0]) => {
    if ((await page.run({ id, ...whom })) === null) return
    toast(`Paged for alert #${number}`)
    onChange()
    onClose()
  }
  return (
    <PageSomeone
      refusal={page.refusal}
      isBusy={page.isRunning}
      onPage={(whom) => void send(whom)}
      onClose={onClose}
    />
  )
}
