import { useMemo } from "react"
import { Chart } from "../check/chart.tsx"
import type { CheckRow } from "../check/documents.ts"
import { CheckRecorded, ChecksOfMonitor } from "../check/documents.ts"
import { CheckList } from "../check/list.tsx"
import { IncidentsOfMonitor } from "../incident/documents.ts"
import { IncidentLine } from "../incident/line.tsx"
import { useFollow } from "../live/follow.ts"
import { useRead } from "../live/read.ts"
import { ButtonLink } from "../part/button.tsx"
import { Empty, Failed, Missing, Waiting } from "../part/empty.tsx"
import { useTitle } from "../part/title.ts"
import { useProject } from "../project/context.ts"
import { useProjectLive, withStatus } from "../project/live.tsx"
import { OneMonitor } from "./documents.ts"
import { Head } from "./head.tsx"
import { Heartbeat } from "./heartbeat.tsx"
import { UptimeCard } from "./uptime.tsx"

export function MonitorPage({ id }: { id: string }) {
  const { path } = useProject()
  const { statuses } = useProjectLive()
  const { data, error, isFirst, again } = useRead(OneMonitor, { id })
  const { checks, fault, readChecks } = useChecks(id)
  const monitor = data?.monitor && withStatus(data.monitor, statuses)
  useTitle(monitor?.name ?? "Monitor")

  if (isFirst) return <Waiting rows={3} />
  if (!monitor) {
    return error === null ? (
      <Gone to={path("monitors")} />
    ) : (
      <Failed message={error} onAgain={again} />
    )
  }
  const latest = checks?.[0]
  return (
    <>
      <Head monitor={monitor} latest={latest} onChange={again} />
      {monitor.kind === "HEARTBEAT" && <Heartbeat monitor={monitor} onChange={again} />}
      <section className="card" aria-labelledby="response">
        <div className="card-head">
          <h2 id="response">{monitor.kind === "HEARTBEAT" ? "Checks" : "Response time"}</h2>
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
              ? "It is paused: nothing is checked."
              : "The first check is on its way and will appear here."}
          </p>
        )}
        {checks !== undefined && checks.length > 0 && (
          <>
            {monitor.kind !== "HEARTBEAT" && <Chart checks={checks} />}
            <CheckList monitorId={id} checks={checks} />
          </>
        )}
      </section>
      <UptimeCard id={id} status={monitor.status} />
      <IncidentsHere id={id} />
    </>
  )
}

/** Read once, then added to by the stream; the newest first. */
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
  const { incidents } = useProjectLive()
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
        <p className="card-body muted">{data !== undefined && "None so far."}</p>
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

const Gone = ({ to }: { to: string }) => (
  <Empty title="There is no such monitor">
    <p>It may have been deleted.</p>
    <ButtonLink to={to}>All monitors</ButtonLink>
  </Empty>
)
