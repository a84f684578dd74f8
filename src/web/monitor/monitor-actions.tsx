import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { CheckRow } from "../check/check-documents.ts"
import { useChange } from "../live/apply-change.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Refused } from "../ui/field.tsx"
import { toast } from "../ui/toast.tsx"
import { useProject } from "../project/project-context.ts"
import type { MonitorWhole } from "./monitor-documents.ts"
import { DeleteMonitor, RequestCheck, ResumeMonitor, UnmuteMonitor } from "./monitor-documents.ts"
import { isProbed } from "./monitor-kind.ts"
import { Mute } from "./mute.tsx"
import { Pause } from "./pause.tsx"

type Props = { monitor: MonitorWhole; latest: CheckRow | undefined; onChange(): void }

export function Actions({ monitor, latest, onChange }: Props) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<"mute" | "delete" | null>(null)
  const resume = useChange(ResumeMonitor)
  const unmute = useChange(UnmuteMonitor)
  const remove = useChange(DeleteMonitor)
  const { id, isPaused, isMuted } = monitor
  const refusal = resume.refusal ?? unmute.refusal
  const changed = (said: string, undo?: () => Promise<unknown>) => {
    toast(
      `${monitor.name}: ${said}`,
      undo === undefined ? {} : { undo: () => void undo().then(onChange) },
    )
    onChange()
  }

  const onDelete = async () => {
    if ((await remove.run({ id })) === null) return
    toast(`${monitor.name}: deleted`)
    await navigate({ to: "/projects/$projectId/monitors", params: { projectId }, replace: true })
  }
  const onResume = async () => {
    if ((await resume.run({ id })) !== null) changed("resumed")
  }
  return (
    <div className="actions">
      {!isPaused && isProbed(monitor.kind) && <CheckNow id={id} latest={latest} />}
      {isPaused ? (
        <Button isBusy={resume.isRunning} onClick={() => void onResume()}>
          Resume
        </Button>
      ) : (
        <Pause id={id} onPaused={() => changed("paused", () => resume.run({ id }))} />
      )}
      <Button
        isBusy={unmute.isRunning}
        onClick={() => {
          if (!isMuted) setDialog("mute")
          else void unmute.run({ id }).then((done) => done && changed("unmuted"))
        }}
      >
        {isMuted ? "Unmute" : "Mute"}
      </Button>
      <ButtonLink
        to="/projects/$projectId/monitors/$monitorId/edit"
        params={{ projectId, monitorId: id }}
      >
        Edit
      </ButtonLink>
      <Button variant="danger" onClick={() => setDialog("delete")}>
        Delete
      </Button>
      {refusal !== null && <Refused refusal={refusal} />}
      {dialog === "mute" && (
        <Mute
          id={id}
          onClose={() => setDialog(null)}
          onMuted={() => changed("muted", () => unmute.run({ id }))}
        />
      )}
      {dialog === "delete" && (
        <Confirm
          title={`Delete ${monitor.name}?`}
          text="Checks stop and the monitor is removed. Its incidents are kept. This cannot be undone."
          verb="Delete monitor"
          isBusy={remove.isRunning}
          refusal={remove.refusal?.message ?? null}
          onYes={() => void onDelete()}
          onClose={() => setDialog(null)}
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
      <Button isBusy={request.isRunning || isWaiting} onClick={() => void ask()}>
        {isWaiting ? "Checking…" : "Check now"}
      </Button>
      {request.refusal !== null && <Refused refusal={request.refusal} />}
    </>
  )
}
