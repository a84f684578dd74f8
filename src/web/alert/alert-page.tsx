import { Link, useParams } from "@tanstack/react-router"
import { type ReactNode } from "react"
import { Fact } from "../check/detail.tsx"
import { capital } from "../ui/capital.ts"
import { moodOfState } from "../incident/incident-line.tsx"
import { useFollow } from "../live/follow.ts"
import { useRead } from "../live/live-read.ts"
import { useMaintenanceChanges } from "../maintenance/follow-maintenances.ts"
import { MaintenanceNote } from "../maintenance/maintenance-note.tsx"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Findings } from "../ui/findings.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago, DayAndTime, Since } from "../ui/time.tsx"
import { titleOf } from "../ui/title-of.ts"
import { AlertActions } from "./alert-actions.tsx"
import { AlertChanged } from "./alert-documents.ts"
import { OneAlert, type AlertWhole } from "./timeline-documents.ts"
import { isSnoozed } from "./is-snoozed.ts"
import { SenderEvidence } from "./sender-evidence.tsx"
import { AlertTimeline } from "./alert-timeline.tsx"
import "./alert-timeline.css"

export { RunAlertAct } from "./run-alert-act.tsx"

export function AlertPage(): ReactNode {
  const { alertId } = useParams({
    from: "/signed-in/frame/projects/$projectId/alerts/$alertId",
  })
  return <OneAlertPage key={alertId} id={alertId} />
}

function OneAlertPage({ id }: { id: string }) {
  const { id: projectId, pages } = useProject()
  const read = useRead(OneAlert, { id })
  const { data, again } = read
  useFollow(AlertChanged, { projectId, alertId: id }, (event) => event.alertChanged.alert, {
    onRows: again,
  })
  useMaintenanceChanges(projectId, again)
  const alert = data?.alert
  const back = { label: "Alerts", ...pages.alerts }
  if (!alert) return <NoItem noun="Alert" read={read} back={back} />
  const { timeline } = alert
  return (
    <>
      <PageHead
        title={`#${alert.number} ${titleOf(alert)}`}
        back={back}
        sub={<Findings of={alert.findings} />}
      >
        <AlertActions alert={alert} onChange={again} />
      </PageHead>
      {alert.resolvedAt === null && alert.monitor?.currentMaintenance && (
        <MaintenanceNote maintenance={alert.monitor.currentMaintenance} />
      )}
      <div className="alert-page">
        <section className="card alert-timeline" aria-label="Timeline of the alert">
          {timeline === undefined ? (
            <p className="card-body muted">
              Your role in this project does not include monitors, whose checks are part of the
              timeline.
            </p>
          ) : (
            <AlertTimeline {...timeline} />
          )}
        </section>
        <Facts alert={alert} />
      </div>
      {alert.evidence && <SenderEvidence evidence={alert.evidence} />}
    </>
  )
}

function Facts({ alert }: { alert: AlertWhole }) {
  const { pages } = useProject()
  const { state, severity, monitor, slo, source, incident, createdAt, resolvedAt } = alert
  const { repeatCount } = alert
  const { acknowledgedBy, acknowledgedAt, snoozedUntil, snoozedBy, assignee } = alert
  return (
    <dl className="card alert-facts">
      <Fact name="State">
        <strong className="tinted" data-mood={moodOfState(state.meaning)}>
          {capital(state.label)}
        </strong>
      </Fact>
      <Fact name="Severity">{capital(severity.label)}</Fact>
      <Fact name="Raised">
        <DayAndTime at={createdAt} />
      </Fact>
      <Fact name={resolvedAt === null ? "Open for" : "Resolved after"}>
        <Since at={createdAt} until={resolvedAt} />
      </Fact>
      <Fact name="Acknowledged by">
        {acknowledgedAt === null ? (
          resolvedAt === null ? (
            "Nobody yet"
          ) : (
            "Nobody"
          )
        ) : (
          <>
            {acknowledgedBy}, <Ago at={acknowledgedAt} />
          </>
        )}
      </Fact>
      {isSnoozed(alert) && snoozedUntil !== null && (
        <Fact name="Snoozed until">
          <DayAndTime at={snoozedUntil} /> by {snoozedBy}
        </Fact>
      )}
      {assignee !== null && <Fact name="Assigned to">{assignee.name}</Fact>}
      {monitor && (
        <Fact name="Monitor">
          <Link {...pages.monitor(monitor.id)}>{monitor.name}</Link>
        </Fact>
      )}
      {slo && (
        <Fact name="SLO">
          <Link {...pages.slo(slo.id)}>{slo.name}</Link>
        </Fact>
      )}
      {source && (
        <Fact name="Source">
          <Link {...pages.source(source.id)}>{source.name}</Link>
        </Fact>
      )}
      {repeatCount > 0 && <Fact name="Reported again">{repeatCount}</Fact>}
      {incident && (
        <Fact name="Incident">
          <Link {...pages.incident(incident.id)}>Incident #{incident.number}</Link>
        </Fact>
      )}
    </dl>
  )
}
