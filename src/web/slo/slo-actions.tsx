import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { durations } from "../monitor/mute.tsx"
import { useProject } from "../project/project-context.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Confirm, Dialog } from "../ui/dialog.tsx"
import { Choice, Form } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { toast } from "../ui/toast.tsx"
import type { SloWhole } from "./slo-documents.ts"
import { DeleteSlo, MuteSlo, UnmuteSlo } from "./slo-documents.ts"

type Props = { slo: SloWhole; onChange(): void }

export function SloActions({ slo, onChange }: Props) {
  const { id: projectId, may } = useProject()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<"mute" | "delete" | null>(null)
  const unmute = useChange(UnmuteSlo)
  const remove = useChange(DeleteSlo)
  const { id, name, mutedUntil } = slo
  if (!may("monitors:write")) return null
  const onUnmute = async () => {
    if ((await unmute.run({ id })) === null) return
    toast(`${name}: unmuted`)
    onChange()
  }
  const onDelete = async () => {
    if ((await remove.run({ id })) === null) return
    toast(`${name}: deleted`)
    await navigate({ to: "/projects/$projectId/slos", params: { projectId }, replace: true })
  }
  return (
    <>
      <ButtonLink
        to="/projects/$projectId/slos/$sloId/edit"
        params={{ projectId, sloId: id }}
        icon="edit"
      >
        Edit
      </ButtonLink>
      <Menu
        label="More actions"
        items={[
          mutedUntil === null
            ? { label: "Mute", icon: "alerts", run: () => setDialog("mute") }
            : { label: "Unmute", icon: "alerts", run: () => void onUnmute() },
          "line",
          { label: "Delete", icon: "trash", isDanger: true, run: () => setDialog("delete") },
        ]}
      />
      {dialog === "mute" && (
        <Mute
          slo={slo}
          onClose={() => setDialog(null)}
          onMuted={() => {
            toast(`${name}: muted`, { undo: () => void unmute.run({ id }).then(onChange) })
            onChange()
          }}
        />
      )}
      {dialog === "delete" && (
        <Confirm
          title={`Delete ${name}?`}
          text="Its history is deleted and its open alerts are resolved. This cannot be undone."
          verb="Delete SLO"
          isBusy={remove.isRunning}
          refusal={remove.refusal?.message ?? null}
          onYes={() => void onDelete()}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

type MuteProps = { slo: SloWhole; onClose(): void; onMuted(): void }

function Mute({ slo: { id }, onClose, onMuted }: MuteProps) {
  const mute = useChange(MuteSlo)
  const send = async (form: FormData) => {
    if ((await mute.run({ id, durationMinutes: Number(form.get("minutes")) })) === null) return
    onMuted()
    onClose()
  }
  return (
    <Dialog title="Mute this SLO" onClose={onClose}>
      <p className="muted">It is still evaluated, but raises no alert and nobody is paged.</p>
      <Form className="stack" refusal={mute.refusal} onSend={(form) => void send(form)}>
        <Choice label="Duration" name="minutes" at="#/durationMinutes" defaultValue="60" autoFocus>
          {durations.map(([minutes, words]) => (
            <option key={minutes} value={minutes}>
              {words}
            </option>
          ))}
        </Choice>
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="accent" isBusy={mute.isRunning}>
            Mute
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
