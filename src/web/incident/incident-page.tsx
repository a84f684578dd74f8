import { Link, useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useEffect } from "react"
import { Fact } from "../check/detail.tsx"
import { useChange } from "../live/apply-change.ts"
import { useFollow } from "../live/follow.ts"
import { useRead } from "../live/live-read.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, PageWaiting } from "../ui/empty.tsx"
import { Refused } from "../ui/field.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Icon } from "../ui/icon.tsx"
import { Ago, DayAndTime, Since } from "../ui/time.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "../project/project-context.ts"
import type { IncidentRow } from "./incident-documents.ts"
import {
  AcknowledgeIncident,
  IncidentChanged,
  OneIncident,
  ReopenIncident,
  ResolveIncident,
} from "./incident-documents.ts"
import { capital, moodOfState } from "./incident-line.tsx"
import { Postmortem } from "./postmortem.tsx"
import { Resolve } from "./resolve.tsx"
import { Timeline } from "./timeline.tsx"
import { Why } from "./why-alert.tsx"

export function IncidentPage(): ReactNode {
  const { incidentId } = useParams({
    from: "/signed-in/frame/projects/$projectId/incidents/$incidentId",
  })
  return <Story key={incidentId} id={incidentId} />
}

function Story({ id }: { id: string }) {
  const { id: projectId, may } = useProject()
  const incidents = useFollow(
    IncidentChanged,
    { projectId, incidentId: id },
    (data) => data.incidentChanged.incident,
  )
  const { data, error, isFirst, again } = useRead(OneIncident, { id })
  const read = data?.incident
  const live = incidents.get(id)
  const isNewer =
    read !== null && read !== undefined && live !== undefined && live.updatedAt > read.updatedAt
  // The stream only says that it changed, so the timeline and the rest are read again.
  useEffect(() => {
    if (isNewer) again()
  }, [isNewer, live?.updatedAt])
  const incident = read && (isNewer ? { ...read, ...live } : read)
  useTitle(incident ? `#${incident.number} ${incident.title}` : "Incident")

  if (isFirst) return <PageWaiting title="Incident" />
  if (!incident) {
    if (error !== null) return <Failed message={error} onAgain={again} />
    return (
      <Empty title="Incident not found">
        <ButtonLink to="/projects/$projectId/incidents" params={{ projectId }}>
          All incidents
        </ButtonLink>
      </Empty>
    )
  }
  const mood = moodOfState(incident.state.meaning)
  const mayWrite = may("incidents:write")
  return (
    <>
      <div className="page-head">
        <div>
          <Link className="back" to="/projects/$projectId/incidents" params={{ projectId }}>
            <Icon name="back" size={16} /> Incidents
          </Link>
          <h1>{incident.title}</h1>
          <p className="muted">
            Incident #{incident.number}
            {incident.monitor !== null && (
              <>
                {" · "}
                <Link
                  to="/projects/$projectId/monitors/$monitorId"
                  params={{ projectId, monitorId: incident.monitor.id }}
                >
                  {incident.monitor.name}
                </Link>
              </>
            )}
          </p>
        </div>
        {mayWrite && <Actions incident={incident} onChange={again} />}
      </div>
      <section className="headline" data-mood={mood}>
        <Glyph mood={mood} size={28} />
        <div>
          <p className="headline-word tinted" data-mood={mood}>
            {capital(incident.state.name)}
            <span className="headline-since">
              {incident.resolvedAt === null ? (
                <>
                  {" "}
                  for <Since at={incident.startedAt} />
                </>
              ) : (
                <>
                  {" "}
                  after <Since at={incident.startedAt} until={incident.resolvedAt} />
                </>
              )}
            </span>
          </p>
          {incident.description !== "" && <p className="words">{incident.description}</p>}
        </div>
      </section>
      <dl className="facts fact-tiles card">
        <Fact name="Severity">{capital(incident.severity.name)}</Fact>
        <Fact name="Started">
          <DayAndTime at={incident.startedAt} />
        </Fact>
        <Fact name="Acknowledged">
          {incident.acknowledgedAt === null ? (
            "Not yet"
          ) : (
            <>
              {incident.acknowledgedBy}, <Ago at={incident.acknowledgedAt} />
            </>
          )}
        </Fact>
        {incident.resolvedAt !== null && (
          <Fact name="Resolved">
            <Ago at={incident.resolvedAt} />
          </Fact>
        )}
      </dl>
      <Timeline
        id={id}
        updates={incident.updates.edges.map(({ node }) => node)}
        mayWrite={mayWrite}
        onChange={again}
      />
      <Why verdicts={incident.verdicts.edges.map(({ node }) => node)} />
      <Postmortem
        key={`${incident.postmortemPublished}`}
        id={id}
        note={incident.postmortemNote}
        isPublished={incident.postmortemPublished}
        isOver={incident.resolvedAt !== null}
        mayWrite={mayWrite}
        onChange={again}
      />
    </>
  )
}

function Actions({ incident, onChange }: { incident: IncidentRow; onChange(): void }) {
  const acknowledge = useChange(AcknowledgeIncident)
  const resolve = useChange(ResolveIncident)
  const reopen = useChange(ReopenIncident)
  const { id, resolvedAt, acknowledgedAt } = incident
  const refusal = acknowledge.refusal ?? resolve.refusal ?? reopen.refusal
  const isRunning = acknowledge.isRunning || resolve.isRunning || reopen.isRunning
  const press = (change: typeof acknowledge | typeof resolve | typeof reopen) => () =>
    void change.run({ id }).then((done) => done && onChange())
  return (
    <div className="actions">
      {resolvedAt === null && acknowledgedAt === null && (
        <Button variant="accent" isBusy={isRunning} onClick={press(acknowledge)}>
          Acknowledge
        </Button>
      )}
      {resolvedAt === null ? (
        <Resolve monitor={incident.monitor} isBusy={isRunning} onResolve={press(resolve)} />
      ) : (
        <Button isBusy={isRunning} onClick={press(reopen)}>
          Reopen
        </Button>
      )}
      {refusal !== null && <Refused refusal={refusal} />}
    </div>
  )
}
