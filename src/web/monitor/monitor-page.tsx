import { useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMemo } from "react"
import { Chart } from "../check/chart.tsx"
import type { CheckRow } from "../check/check-documents.ts"
import { CheckRecorded, ChecksOfMonitor } from "../check/check-documents.ts"
import { CheckList } from "../check/check-list.tsx"
import { IncidentChanged, IncidentsOfMonitor } from "../incident/incident-documents.ts"
import { IncidentLine } from "../incident/incident-line.tsx"
import { useFollow } from "../live/follow.ts"
import { useRead } from "../live/live-read.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, Missing, PageWaiting, Waiting } from "../ui/empty.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "../project/project-context.ts"
import { useStatuses, withStatus } from "./follow-status.ts"
import { OneMonitor } from "./monitor-documents.ts"
import { isProbed } from "./monitor-kind.ts"
import { Head } from "./monitor-head.tsx"
import { Heartbeat } from "./heartbeat.tsx"
import { UptimeCard } from "./uptime.tsx"

export function MonitorPage(): ReactNode {
  const { monitorId } = useParams({
    from: "/signed-in/frame/projects/$projectId/monitors/$monitorId",
  })
  return <OnePage key={monitorId} id={monitorId} />
}

function OnePage({ id }: { id: string }) {
  const { id: projectId } = useProject()
  const statuses = useStatuses(projectId, [id])
  const { data, error, isFirst, again } = useRead(OneMonitor, { id })
  const { checks, fault, readChecks } = useChecks(id)
  const monitor = data?.monitor && withStatus(data.monitor, statuses)
  useTitle(monitor?.name ?? "Monitor")

  if (isFirst) return <PageWaiting title="Monitor" />
  if (!monitor) {
    return error === null ? <Gone /> : <Failed message={error} onAgain={again} />
  }
  const latest = checks?.[0]
  return (
    <>
      <Head monitor={monitor} latest={latest} onChange={again} />
      {!isProbed(monitor.kind) && <Heartbeat monitor={monitor} onChange={again} />}
      <section className="card" aria-labelledby="response">
        <div className="card-head">
          <h2 id="response">{isProbed(monitor.kind) ? "Response time" : "Checks"}</h2>
          <span className="muted small">
            {checks !== undefined && checks.length > 1 && `Last ${checks.length} checks`}
          </span>
        </div>
        <Missing error={fault} onAgain={readChecks} />
        {checks === undefined && fault === null && (
          <div className="card-body">
            <Waiting rows={3} />
          </div>
        )}
        {checks?.length === 0 && (
          <p className="card-body muted">
            {monitor.isPaused
              ? "Monitor is paused. No checks are running."
              : "Waiting for the first check."}
          </p>
        )}
        {checks !== undefined && checks.length > 0 && (
          <>
            {isProbed(monitor.kind) && <Chart checks={checks} />}
            <CheckList monitorId={id} checks={checks} />
          </>
        )}
      </section>
      <UptimeCard id={id} status={monitor.status} />
      <IncidentsHere id={id} />
    </>
  )
}

/** Read once, then extended by the stream; newest first. */
function useChecks(id: string) {
  const { data, error: fault, again: readChecks } = useRead(ChecksOfMonitor, { id })
  const live = useFollow(CheckRecorded, { monitorId: id }, (data) => data.checkRecorded.check)
  const checks = useMemo((): CheckRow[] | undefined => {
    const read = data?.monitor?.checks.edges.map(({ node }) => node)
    if (read === undefined) return undefined
    const all = new Map([...read.map((check) => [check.id, check] as const), ...live])
    return [...all.values()].toSorted((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, 60)
  }, [data, live])
  return { checks, fault, readChecks }
}

function IncidentsHere({ id }: { id: string }) {
  const { id: projectId } = useProject()
  const incidents = useFollow(
    IncidentChanged,
    { projectId },
    (data) => data.incidentChanged.incident,
  )
  const { data, error, again } = useRead(IncidentsOfMonitor, { id })
  const read = data?.monitor?.incidents.edges.map(({ node }) => node) ?? []
  const live = [...incidents.values()].filter(({ monitor }) => monitor?.id === id)
  const all = [...new Map([...read, ...live].map((row) => [row.id, row])).values()]
  return (
    <section className="card" aria-labelledby="incidents-here">
      <div className="card-head">
        <h2 id="incidents-here">Incidents</h2>
      </div>
      <Missing error={error} onAgain={again} />
      {all.length === 0 ? (
        <p className="card-body muted">{data !== undefined && "No incidents"}</p>
      ) : (
        <ul className="rows">
          {all
            .toSorted((a, b) => b.number - a.number)
            .map((incident) => (
              <IncidentLine key={incident.id} incident={incident} isPlain />
            ))}
        </ul>
      )}
    </section>
  )
}

function Gone() {
  const { id: projectId } = useProject()
  return (
    <Empty title="Monitor not found">
      <p>It may have been deleted.</p>
      <ButtonLink to="/projects/$projectId/monitors" params={{ projectId }}>
        All monitors
      </ButtonLink>
    </Empty>
  )
}
