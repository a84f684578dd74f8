import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useFollow } from "../live/follow.ts"
import { useMore } from "../live/load-more.ts"
import { capital, moodOfState } from "../incident/incident-line.tsx"
import { Button } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { Refused } from "../ui/field.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Ago } from "../ui/time.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "../project/project-context.ts"
import type { AlertRow } from "./alert-documents.ts"
import { Resolve } from "../incident/resolve.tsx"
import { AcknowledgeAlert, AlertChanged, Alerts, ResolveAlert } from "./alert-documents.ts"

export function AlertList(): ReactNode {
  useTitle("Alerts")
  const { id: projectId } = useProject()
  const live = useFollow(AlertChanged, { projectId }, (data) => data.alertChanged.alert)
  const { rows, error, hasMore, more, again } = useMore(
    Alerts,
    { projectId },
    (data) => data.project?.alerts,
  )
  const all = new Map((rows ?? []).map((row) => [row.id, row]))
  for (const row of live.values()) {
    if ((all.get(row.id)?.updatedAt ?? "") <= row.updatedAt) all.set(row.id, row)
  }
  const sorted = [...all.values()].toSorted(
    (a, b) => Number(a.resolvedAt !== null) - Number(b.resolvedAt !== null) || b.number - a.number,
  )
  const open = sorted.filter(({ resolvedAt }) => resolvedAt === null).length
  return (
    <>
      <div>
        <h1>Alerts</h1>
        <p className="muted" aria-live="polite">
          {rows === undefined ? "\u00A0" : open === 0 ? "No open alerts" : `${open} open`}
        </p>
      </div>
      {rows === undefined &&
        (error === null ? <Waiting rows={4} /> : <Failed message={error} onAgain={again} />)}
      {rows !== undefined && sorted.length === 0 && (
        <Empty title="No alerts yet">
          <p>
            An alert pages the person on call. Each outage raises one, and so does a degraded
            monitor.
          </p>
        </Empty>
      )}
      {sorted.length > 0 && (
        <ul className="card rows">
          {sorted.map((alert) => (
            <AlertLine key={alert.id} alert={alert} onChange={again} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div>
          <Button onClick={more}>Load more</Button>
        </div>
      )}
    </>
  )
}

function AlertLine({ alert, onChange }: { alert: AlertRow; onChange(): void }) {
  const { id: projectId, may } = useProject()
  const acknowledge = useChange(AcknowledgeAlert)
  const resolve = useChange(ResolveAlert)
  const { id, number, title, state, severity, monitor, incident, createdAt, resolvedAt } = alert
  const mood = moodOfState(state.meaning)
  const refusal = acknowledge.refusal ?? resolve.refusal
  const isRunning = acknowledge.isRunning || resolve.isRunning
  const press = (change: typeof acknowledge | typeof resolve) => () =>
    void change.run({ id }).then((done) => done && onChange())
  return (
    <li className="event-row">
      <Glyph mood={mood} />
      <div className="event-name">
        <span className="event-title">{title}</span>
        <span className="muted small">
          #{number} · {capital(severity.name)}
          {monitor !== null && (
            <>
              {" · "}
              <Link
                to="/projects/$projectId/monitors/$monitorId"
                params={{ projectId, monitorId: monitor.id }}
              >
                {monitor.name}
              </Link>
            </>
          )}
          {incident !== null && (
            <>
              {" · "}
              <Link
                to="/projects/$projectId/incidents/$incidentId"
                params={{ projectId, incidentId: incident.id }}
              >
                Incident #{incident.number}
              </Link>
            </>
          )}
        </span>
        {refusal !== null && <Refused refusal={refusal} />}
      </div>
      <span className="event-state">
        <strong className="tinted" data-mood={mood}>
          {capital(state.name)}
        </strong>
        <span className="muted small">
          <Ago at={resolvedAt ?? alert.acknowledgedAt ?? createdAt} />
          {resolvedAt === null && alert.acknowledgedBy !== null && ` by ${alert.acknowledgedBy}`}
        </span>
      </span>
      {resolvedAt === null && may("alerts:write") && (
        <span className="event-actions">
          {alert.acknowledgedAt === null && (
            <Button isBusy={isRunning} onClick={press(acknowledge)}>
              Acknowledge<span className="unseen"> alert {number}</span>
            </Button>
          )}
          <Resolve monitor={monitor} isBusy={isRunning} onResolve={press(resolve)}>
            <span className="unseen"> alert {number}</span>
          </Resolve>
        </span>
      )}
    </li>
  )
}
