import { useEffect, useState } from "react"
import type { CheckRow } from "../check/documents.ts"
import { announce } from "../live/announce.tsx"
import { useChange } from "../live/change.ts"
import { Button, ButtonLink } from "../part/button.tsx"
import { Confirm } from "../part/dialog.tsx"
import { Refused } from "../part/field.tsx"
import { useProject } from "../project/context.ts"
import { useProjectLive } from "../project/live.tsx"
import { navigate } from "../router/route.ts"
import type { MonitorWhole } from "./documents.ts"
import {
  DeleteMonitor,
  PauseMonitor,
  RequestCheck,
  ResumeMonitor,
  UnmuteMonitor,
} from "./documents.ts"
import { Mute } from "./mute.tsx"

type Props = { monitor: MonitorWhole; latest: CheckRow | undefined; onChange(): void }

export function Actions({ monitor, latest, onChange }: Props) {
  const { path } = useProject()
  const { readMonitors } = useProjectLive()
  const [dialog, setDialog] = useState<"mute" | "delete" | null>(null)
  const pause = useChange(PauseMonitor)
  const resume = useChange(ResumeMonitor)
  const unmute = useChange(UnmuteMonitor)
  const remove = useChange(DeleteMonitor)
  const { id, isPaused, isMuted } = monitor
  const refusal = pause.refusal ?? resume.refusal ?? unmute.refusal
  const changed = (said: string) => {
    announce(said)
    onChange()
    readMonitors()
  }

  const onDelete = async () => {
    if ((await remove.run({ id })) === null) return
    readMonitors()
    announce(`${monitor.name} was deleted`)
    navigate(path("monitors"), { replace: true })
  }
  const toggle = async () => {
    const done = isPaused ? await resume.run({ id }) : await pause.run({ id })
    if (done !== null) changed(isPaused ? "Resumed" : "Paused")
  }
  return (
    <div className="actions">
      {!isPaused && monitor.kind !== "HEARTBEAT" && <CheckNow id={id} latest={latest} />}
      <Button isBusy={pause.isRunning || resume.isRunning} onClick={() => void toggle()}>
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button
        isBusy={unmute.isRunning}
        onClick={() => {
          if (!isMuted) setDialog("mute")
          else void unmute.run({ id }).then((done) => done && changed("Unmuted"))
        }}
      >
        {isMuted ? "Unmute" : "Mute"}
      </Button>
      <ButtonLink to={path(`monitors/${id}/edit`)}>Edit</ButtonLink>
      <Button look="danger" onClick={() => setDialog("delete")}>
        Delete
      </Button>
      {refusal !== null && <Refused refusal={refusal} />}
      {dialog === "mute" && (
        <Mute id={id} onClose={() => setDialog(null)} onMuted={() => changed("Muted")} />
      )}
      {dialog === "delete" && (
        <Confirm
          title={`Delete ${monitor.name}?`}
          text="It is no longer checked and leaves the list. Its incidents stay. This cannot be undone."
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

/** Busy until a check that began after the press arrives. */
function CheckNow({ id, latest }: { id: string; latest: CheckRow | undefined }) {
  const request = useChange(RequestCheck)
  const [before, setBefore] = useState<string | null>(null)
  const isWaiting = before !== null && (latest?.id ?? "none") === before
  useEffect(() => {
    if (!isWaiting) return undefined
    // A prober that is away must not leave the button busy for ever.
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
