import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { CheckRow } from "../check/check-documents.ts"
import { useChange } from "../live/apply-change.ts"
import {
  MuteMonitor,
  ResumeMonitor,
  UnmuteMonitor,
  type MonitorWhole,
} from "../monitor/monitor-documents.ts"
import type { MonitorAct } from "../monitor/monitor-acts.ts"
import { useProject } from "../project/project-context.ts"
import { MuteDialog } from "../ui/mute-dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { useDelete } from "./delete-monitor.tsx"
import { usePause } from "./pause.tsx"
import { useCheckNow } from "./use-check-now.ts"

type Subject = Pick<MonitorWhole, "id" | "name">

/**
 * Does what `monitorActs` lists.
 * @param latest the last check on the page; null where no page shows them.
 */
export function useMonitorActs(
  { id, name }: Subject,
  latest: CheckRow | null | undefined,
  onChange: () => void,
) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const [isMuting, setMuting] = useState(false)
  const resume = useChange(ResumeMonitor)
  const mute = useChange(MuteMonitor)
  const unmute = useChange(UnmuteMonitor)
  const changed = (said: string, undo?: () => Promise<unknown>) => {
    toast(`${name}: ${said}`, undo === undefined ? {} : { undo: () => void undo().then(onChange) })
    onChange()
  }
  const check = useCheckNow(id, latest, () => changed("check requested"))
  const remove = useDelete({ id, name })
  const pause = usePause(id, () => changed("paused", () => resume.run({ id })))
  const onMute = async (durationMinutes: number) => {
    if ((await mute.run({ id, durationMinutes })) === null) return
    changed("muted", () => unmute.run({ id }))
    setMuting(false)
  }
  const run: Record<MonitorAct, () => void> = {
    check: check.run,
    resume: () => void resume.run({ id }).then((done) => done && changed("resumed")),
    edit: () =>
      void navigate({
        to: "/projects/$projectId/monitors/$monitorId/settings",
        params: { projectId, monitorId: id },
      }),
    mute: () => setMuting(true),
    unmute: () => void unmute.run({ id }).then((done) => done && changed("unmuted")),
    pause: pause.start,
    delete: remove.start,
  }
  return {
    run,
    isChecking: check.isBusy,
    isRunning: resume.isRunning,
    refusal: resume.refusal ?? unmute.refusal ?? pause.refusal ?? check.refusal,
    dialogs: (
      <>
        {pause.dialog}
        {remove.dialog}
        {isMuting && (
          <MuteDialog
            title={`Mute ${name}`}
            text="Checks and history continue, but no incidents are declared and nobody is notified."
            refusal={mute.refusal}
            isBusy={mute.isRunning}
            onMute={(minutes) => void onMute(minutes)}
            onClose={() => setMuting(false)}
          />
        )}
      </>
    ),
  }
}
