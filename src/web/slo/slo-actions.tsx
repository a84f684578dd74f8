import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Menu } from "../ui/menu.tsx"
import { MuteDialog } from "../ui/mute-dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteSlo, MuteSlo, UnmuteSlo, type SloWhole } from "./slo-documents.ts"

type Props = { slo: SloWhole; onChange(): void }

export function SloActions({ slo, onChange }: Props) {
  const { id: projectId, may, pages } = useProject()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<"mute" | "delete" | null>(null)
  const mute = useChange(MuteSlo)
  const unmute = useChange(UnmuteSlo)
  const remove = useChange(DeleteSlo)
  const { id, name, mutedUntil } = slo
  if (!may("monitors:write")) return null
  const onMute = async (durationMinutes: number) => {
    if ((await mute.run({ id, durationMinutes })) === null) return
    toast(`${name}: muted`, { undo: () => void unmute.run({ id }).then(onChange) })
    onChange()
    setDialog(null)
  }
  const onUnmute = async () => {
    if ((await unmute.run({ id })) === null) return
    toast(`${name}: unmuted`)
    onChange()
  }
  const onDelete = async () => {
    if ((await remove.run({ id })) === null) return
    toast(`${name}: deleted`)
    await navigate({ ...pages.slos, replace: true })
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
        <MuteDialog
          title="Mute this SLO"
          text="It is still evaluated, but raises no alert and nobody is paged."
          refusal={mute.refusal}
          isBusy={mute.isRunning}
          onMute={(minutes) => void onMute(minutes)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "delete" && (
        <Confirm
          title={`Delete ${name}?`}
          text="Its history is deleted and its open alerts are resolved. This cannot be undone."
          verb="Delete SLO"
          change={remove}
          onYes={() => void onDelete()}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
