import { useEffect } from "react"
import { Fact } from "../check/detail.tsx"
import { useChange } from "../live/change.ts"
import { useRead } from "../live/read.ts"
import { Button, ButtonLink } from "../part/button.tsx"
import { Empty, Failed, Waiting } from "../part/empty.tsx"
import { Refused } from "../part/field.tsx"
import { Glyph } from "../part/glyph.tsx"
import { Icon } from "../part/icon.tsx"
import { Ago, DayAndTime, Since } from "../part/time.tsx"
import { useTitle } from "../part/title.ts"
import { useProject } from "../project/context.ts"
import { useProjectLive } from "../project/live.tsx"
import { Link } from "../router/link.tsx"
import type { IncidentRow } from "./documents.ts"
import { AcknowledgeIncident, OneIncident, ReopenIncident, ResolveIncident } from "./documents.ts"
import { capital, moodOfState } from "./line.tsx"
import { Postmortem } from "./postmortem.tsx"
import { Timeline } from "./timeline.tsx"
import { Why } from "./why.tsx"

export function IncidentPage({ id }: { id: string }) {
  const { path, may } = useProject()
  const { incidents } = useProjectLive()
  const { data, error, isFirst, again } = useRead(OneIncident, { id })
  const read = data?.incident
  const live = incidents.get(id)
  const isNewer =
    read !== null && read !== undefined && live !== undefined && live.updatedAt > read.updatedAt
  // The stream tells that it changed; the timeline and the rest are read again.
  useEffect(() => {
    if (isNewer) again()
  }, [isNewer, live?.updatedAt])
  const incident = read && (isNewer ? { ...read, ...live } : read)
  useTitle(incident ? `#${incident.number} ${incident.title}` : "Incident")

  if (isFirst) return <Waiting rows={3} />
  if (!incident) {
    if (error !== null) return <Failed message={error} onAgain={again} />
    return (
      <Empty title="There is no such incident">
        <ButtonLink to={path("incidents")}>All incidents</ButtonLink>
      </Empty>
    )
  }
  const mood = moodOfState(incident.state.meaning)
  const mayWrite = may("incidents:write")
  return (
    <>
      <div className="page-head">
        <div>
          <Link className="back" to={path("incidents")}>
            <Icon name="back" size={16} /> Incidents
          </Link>
          <h1>{incident.title}</h1>
          <p className="muted">
            Incident #{incident.number}
            {incident.monitor !== null && (
              <>
                {" · "}
                <Link to={path(`monitors/${incident.monitor.id}`)}>{incident.monitor.name}</Link>
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
        <Fact name="Began">
          <DayAndTime at={incident.startedAt} />
        </Fact>
        <Fact name="Acknowledged">
          {incident.acknowledgedAt === null ? (
            "not yet"
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
        <Button look="accent" isBusy={isRunning} onClick={press(acknowledge)}>
          Acknowledge
        </Button>
      )}
      {resolvedAt === null ? (
        <Button isBusy={isRunning} onClick={press(resolve)}>
          Resolve
        </Button>
      ) : (
        <Button isBusy={isRunning} onClick={press(reopen)}>
          Reopen
        </Button>
      )}
      {refusal !== null && <Refused refusal={refusal} />}
    </div>
  )
}
