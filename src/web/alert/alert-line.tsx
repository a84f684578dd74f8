import { Link } from "@tanstack/react-router"
import { capital } from "../ui/capital.ts"
import { moodOfState } from "../incident/incident-line.tsx"
import { Resolve } from "../incident/resolve.tsx"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { SelectRow } from "../ui/select-row.tsx"
import { Ago, DayAndTime, Since } from "../ui/time.tsx"
import { Tint } from "../ui/tint.tsx"
import { titleOf } from "../ui/title-of.ts"
import { ResolveAlert, type AlertRow } from "./alert-documents.ts"
import { isSnoozed } from "./is-snoozed.ts"
import { useAcknowledge } from "./use-acknowledge.ts"

type Props = {
  alert: AlertRow
  /** True below the line of its group. */
  isInner: boolean
  isSelected: boolean
  /** Absent for viewers, who cannot change alerts. */
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
  onChange(): void
}

/** One alert in the list; wide screens show more of it. */
export function AlertLine({ alert, isInner, isSelected, onSelect, onChange }: Props) {
  const { pages } = useProject()
  const { id, number, state, severity, monitor, slo, incident, createdAt, resolvedAt } = alert
  const mood = moodOfState(state.meaning)
  return (
    <li
      className="alert-row"
      data-row-id={id}
      data-selected={isSelected || undefined}
      data-inner={isInner || undefined}
    >
      {onSelect !== undefined && (
        <SelectRow
          name={`alert ${number}`}
          isSelected={isSelected}
          onSelect={(isRange) => onSelect(id, isRange)}
        />
      )}
      <Glyph mood={mood} />
      <div className="alert-name">
        <Link {...pages.alert(id)} className="row-link clip">
          {titleOf(alert)}
        </Link>
        <span className="muted small">
          #{number}
          {monitor && (
            <>
              {" · "}
              <Link {...pages.monitor(monitor.id)}>{monitor.name}</Link>
              {resolvedAt === null && monitor.currentMaintenance && " in maintenance"}
            </>
          )}
          {slo && (
            <>
              {" · "}
              <Link {...pages.slo(slo.id)}>{slo.name}</Link>
            </>
          )}
          {incident && (
            <>
              {" · "}
              <Link {...pages.incident(incident.id)}>Incident #{incident.number}</Link>
            </>
          )}
        </span>
      </div>
      <span className="alert-cell muted" data-wide>
        {capital(severity.label)}
      </span>
      <span className="alert-cell">
        <strong className="tinted" data-mood={mood}>
          <Tint value={state.label}>{capital(state.label)}</Tint>
        </strong>{" "}
        <span className="muted">
          <ByWhom alert={alert} />
          <span className="alert-age">
            {" "}
            · <Ago at={createdAt} />
          </span>
        </span>
      </span>
      <span className="alert-cell muted" data-wide>
        <Ago at={createdAt} />
      </span>
      <span className="alert-cell muted" data-wide>
        <Since at={createdAt} until={resolvedAt} />
      </span>
      <Actions alert={alert} onChange={onChange} />
    </li>
  )
}

/** Who acknowledged it stays visible once it is resolved. */
function ByWhom({ alert }: { alert: AlertRow }) {
  const { resolvedAt, resolvedBy, acknowledgedBy, acknowledgedAt, assignee, snoozedUntil } = alert
  return (
    <>
      {isSnoozed(alert) && snoozedUntil !== null && (
        <>
          snoozed until <DayAndTime at={snoozedUntil} />{" "}
        </>
      )}
      {resolvedAt !== null && resolvedBy !== null && `by ${resolvedBy}`}
      {acknowledgedAt !== null && (
        <>
          {resolvedAt === null ? "by " : " · acknowledged by "}
          {acknowledgedBy}, <Ago at={acknowledgedAt} />
        </>
      )}
      {assignee !== null && resolvedAt === null && ` · assigned to ${assignee.name}`}
    </>
  )
}

function Actions({ alert, onChange }: { alert: AlertRow; onChange(): void }) {
  const { may } = useProject()
  const acknowledge = useAcknowledge(alert, onChange)
  const resolve = useChange(ResolveAlert)
  const { id, number, monitor, resolvedAt, acknowledgedAt } = alert
  const refusal = acknowledge.refusal ?? resolve.refusal
  const isRunning = acknowledge.isRunning || resolve.isRunning
  const press = () => void resolve.run({ id }).then((done) => done && onChange())
  if (resolvedAt !== null || !may("alerts:write")) return <span />
  return (
    <span className="alert-row-actions">
      {acknowledgedAt === null && (
        <span data-key="a">
          <Button isBusy={isRunning} onClick={() => void acknowledge.run()}>
            Acknowledge<span className="unseen"> alert {number}</span>
          </Button>
        </span>
      )}
      <span data-key="r">
        <Resolve monitor={monitor} isBusy={isRunning} onResolve={press}>
          <span className="unseen"> alert {number}</span>
        </Resolve>
      </span>
      {refusal !== null && <Refused refusal={refusal} />}
    </span>
  )
}
