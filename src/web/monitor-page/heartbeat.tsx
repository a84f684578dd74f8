import { useState } from "react"
import { Copyable } from "../ui/copy.tsx"
import { Button } from "../ui/button.tsx"
import { useProject } from "../project/project-context.ts"
import { RotateHeartbeatUrl, type MonitorWhole } from "../monitor/monitor-documents.ts"
import { minutesCounted } from "../monitor/monitor-messages.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Props = { monitor: MonitorWhole; onChange(): void }

/** The ping URL of a heartbeat and how to call it. */
export function Heartbeat({ monitor, onChange }: Props) {
  const { may } = useProject()
  const [isAsking, setAsking] = useState(false)
  const { id, heartbeatUrl: url, heartbeatIntervalMinutes, heartbeatGraceMinutes } = monitor
  if (url === null) return null
  return (
    <section className="card form-part" aria-labelledby="heartbeat">
      <h2 id="heartbeat">Ping URL</h2>
      <p className="muted">
        Send a GET, HEAD, or POST request to this URL at the end of each run. If no ping arrives
        within {minutesCounted(heartbeatIntervalMinutes ?? 0)} plus a grace period of{" "}
        {minutesCounted(heartbeatGraceMinutes ?? 0)}, the monitor goes offline.
      </p>
      <Copyable text={url} label="heartbeat URL" />
      <p className="muted small">
        Append <code>/start</code> when a run begins, <code>/fail</code> when it fails, or{" "}
        <code>/log</code> to store a line without changing the status. Query strings of other
        products work too, such as <code>?status=down&amp;msg=…</code> of Uptime Kuma. In a crontab:{" "}
        <code>… && curl -fsS -m 10 {url}</code>
      </p>
      {may("monitors:write") && (
        <div>
          <Button onClick={() => setAsking(true)}>Rotate URL</Button>
        </div>
      )}
      {isAsking && (
        <ConfirmChange
          title="Rotate the ping URL?"
          text="The current URL stops working immediately. Update every job that pings it."
          verb="Rotate URL"
          document={RotateHeartbeatUrl}
          variables={{ id }}
          onDone={onChange}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
