import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { CheckRow } from "../check/check-documents.ts"
import { useChange } from "../live/apply-change.ts"
import { useDeleteLater } from "../live/delete-later.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import { MuteDialog } from "../ui/mute-dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { useProject } from "../project/project-context.ts"
import {
  DeleteMonitor,
  MuteMonitor,
  RequestCheck,
  ResumeMonitor,
  UnmuteMonitor,
  type MonitorWhole,
} from "../monitor/monitor-documents.ts"
import { isProbed } from "../monitor/monitor-kind.ts"
import { usePause } from "./pause.tsx"

type Props = { monitor: MonitorWhole; latest: CheckRow | undefined; onChange(): void }

export function Actions({ monitor, latest, onChange }: Props) {
  const { id: projectId, pages } = useProject()
  const navigate = useNavigate()
  const [isMuting, setMuting] = useState(false)
  const resume = useChange(ResumeMonitor)
  const mute = useChange(MuteMonitor)
  const unmute = useChange(UnmuteMonitor)
  const deleteLater = useDeleteLater(DeleteMonitor)
  const { id, isPaused, isMuted } = monitor
  const changed = (said: string, undo?: () => Promise<unknown>) => {
    toast(
      `${monitor.name}: ${said}`,
      undo === undefined ? {} : { undo: () => void undo().then(onChange) },
    )
    onChange()
  }

  const onDelete = () => {
    const path = `/projects/${projectId}/monitors`
    deleteLater({ ids: [id], variables: { id }, said: `${monitor.name}: deleted`, path })
    void navigate({ ...pages.monitors, replace: true })
  }
  const onResume = async () => {
    if ((await resume.run({ id })) !== null) changed("resumed")
  }
  const pause = usePause(id, () => changed("paused", () => resume.run({ id })))
  const onMute = async (durationMinutes: number) => {
    if ((await mute.run({ id, durationMinutes })) === null) return
    changed("muted", () => unmute.run({ id }))
    setMuting(false)
  }
  const onUnmute = async () => {
    if ((await unmute.run({ id })) !== null) changed("unmuted")
  }
  useRowKeys({ m: () => setMuting(!isMuted) }, id)
  const refusal = resume.refusal ?? unmute.refusal ?? pause.refusal
  const to = { params: { projectId, monitorId: id } }
  return (
    <div className="actions">
      {isPaused ? (
        <Button variant="accent" isBusy={resume.isRunning} onClick={() => void onResume()}>
          Resume
        </Button>
      ) : (
        isProbed(monitor.kind) && <CheckNow id={id} latest={latest} />
      )}
      <Menu
        label="More actions"
        items={[
          {
            label: "Edit",
            icon: "edit",
            link: { to: "/projects/$projectId/monitors/$monitorId/settings", ...to },
          },
          isMuted
            ? { label: "Unmute", icon: "alerts", run: () => void onUnmute() }
            : { label: "Mute", icon: "alerts", run: () => setMuting(true) },
          !isPaused && { label: "Pause", icon: "status", run: pause.start },
          "line",
          { label: "Delete", icon: "trash", isDanger: true, run: onDelete },
        ]}
      />
      {pause.dialog}
      {refusal !== null && <Refused refusal={refusal} />}
      {isMuting && (
        <MuteDialog
          title="Mute this monitor"
          text="Checks and history continue, but no incidents are declared and nobody is notified."
          refusal={mute.refusal}
          isBusy={mute.isRunning}
          onMute={(minutes) => void onMute(minutes)}
          onClose={() => setMuting(false)}
        />
      )}
    </div>
  )
}

/** Busy until a check that started after the click arrives. */
function CheckNow({ id, latest }: { id: string; latest: CheckRow | undefined }) {
  const request = useChange(RequestCheck)
  const [before, setBefore] = useState<string | null>(null)
  const isWaiting = before !== null && (latest?.id ?? "none") === before
  useEffect(() => {
    if (!isWaiting) return undefined
    // Without a running prober, the button must not stay busy forever.
    const timer = setTimeout(() => setBefore(null), 70_000)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const ask = async () => {
    const seen = latest?.id ?? "none"
    if ((await request.run({ id })) !== null) setBefore(seen)
  }
  return (
    <>
      <Button variant="accent" isBusy={request.isRunning || isWaiting} onClick={() => void ask()}>
        {isWaiting ? "Checking…" : "Check now"}
      </Button>
      {request.refusal !== null && <Refused refusal={request.refusal} />}
    </>
  )
}
