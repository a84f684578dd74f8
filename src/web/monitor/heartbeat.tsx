import { useState } from "react"
import { useChange } from "../live/change.ts"
import { Copyable } from "../part/copy.tsx"
import { Button } from "../part/button.tsx"
import { Confirm } from "../part/dialog.tsx"
import { useProject } from "../project/context.ts"
import type { MonitorWhole } from "./documents.ts"
import { RotateHeartbeatUrl } from "./documents.ts"
import { minutesCounted } from "./words.ts"

type Props = { monitor: MonitorWhole; onChange(): void }

/** Where the job has to call, and how. */
export function Heartbeat({ monitor, onChange }: Props) {
  const { may } = useProject()
  const [isAsking, setAsking] = useState(false)
  const rotate = useChange(RotateHeartbeatUrl)
  const { id, heartbeatUrl: url, heartbeatIntervalMinutes, heartbeatGraceMinutes } = monitor
  if (url === null) return null
  const onYes = async () => {
    if ((await rotate.run({ id })) === null) return
    setAsking(false)
    onChange()
  }
  return (
    <section className="card form-part" aria-labelledby="heartbeat">
      <h2 id="heartbeat">Where your job calls</h2>
      <p className="muted">
        Call this address at the end of each run, by GET, HEAD or POST. When no call comes within{" "}
        {minutesCounted(heartbeatIntervalMinutes ?? 0)}, and{" "}
        {minutesCounted(heartbeatGraceMinutes ?? 0)} of grace, it is offline.
      </p>
      <Copyable text={url} label="heartbeat URL" />
      <p className="muted small">
        Add <code>/start</code> when a run begins, <code>/fail</code> when it failed, or{" "}
        <code>/log</code> to keep a line without changing anything. In a crontab:{" "}
        <code>… && curl -fsS -m 10 {url}</code>
      </p>
      {may("monitors:write") && (
        <div>
          <Button onClick={() => setAsking(true)}>New address</Button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title="Give it a new address?"
          text="The present one stops working at once; every job that calls it needs the new one."
          verb="New address"
          isBusy={rotate.isRunning}
          refusal={rotate.refusal?.message ?? null}
          onYes={() => void onYes()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
