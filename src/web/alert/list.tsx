import { useChange } from "../live/change.ts"
import { useMore } from "../live/more.ts"
import { capital, moodOfState } from "../incident/line.tsx"
import { Button } from "../part/button.tsx"
import { Empty, Failed, Waiting } from "../part/empty.tsx"
import { Refused } from "../part/field.tsx"
import { Glyph } from "../part/glyph.tsx"
import { Ago } from "../part/time.tsx"
import { useTitle } from "../part/title.ts"
import { useProject } from "../project/context.ts"
import { useProjectLive } from "../project/live.tsx"
import { Link } from "../router/link.tsx"
import type { AlertRow } from "./documents.ts"
import { AcknowledgeAlert, Alerts, ResolveAlert } from "./documents.ts"

export function AlertList() {
  useTitle("Alerts")
  const { id: projectId } = useProject()
  const { alerts: live } = useProjectLive()
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
          {rows === undefined ? "\u00A0" : open === 0 ? "None is open." : `${open} open`}
        </p>
      </div>
      {rows === undefined &&
        (error === null ? <Waiting rows={4} /> : <Failed message={error} onAgain={again} />)}
      {rows !== undefined && sorted.length === 0 && (
        <Empty title="No alert so far">
          <p>
            An alert is what wakes a person: one for each outage, and one where something is
            degraded.
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
          <Button onClick={more}>Show older ones</Button>
        </div>
      )}
    </>
  )
}

function AlertLine({ alert, onChange }: { alert: AlertRow; onChange(): void }) {
  const { path, may } = useProject()
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
              <Link to={path(`monitors/${monitor.id}`)}>{monitor.name}</Link>
            </>
          )}
          {incident !== null && (
            <>
              {" · "}
              <Link to={path(`incidents/${incident.id}`)}>Incident #{incident.number}</Link>
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
          <Button isBusy={isRunning} onClick={press(resolve)}>
            Resolve<span className="unseen"> alert {number}</span>
          </Button>
        </span>
      )}
    </li>
  )
}
