import { useParams } from "@tanstack/react-router"
import { Suspense, useEffect, useState, type ReactNode } from "react"
import { useAgainOn } from "../live/again-on.ts"
import { useFollow } from "../live/follow.ts"
import { useRead } from "../live/live-read.ts"
import { MaintenanceNotes } from "../maintenance/maintenance-note.tsx"
import { useMaintenanceChanges } from "../maintenance/follow-maintenances.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Markdown } from "../ui/markdown.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Since } from "../ui/time.tsx"
import { titleOf } from "../ui/title-of.ts"
import { EarlierIncidents } from "./earlier-incidents.tsx"
import { IncidentActions } from "./incident-actions.tsx"
import {
  IncidentChanged,
  OneIncident as OneIncidentDocument,
  type OneIncident,
} from "./incident-documents.ts"
import { IncidentFacts, monitorsOf } from "./incident-facts.tsx"
import type { IncidentRow } from "./incident-row-document.ts"
import { capital } from "../ui/capital.ts"
import { moodOfState } from "./incident-line.tsx"
import { AudienceOfIncident } from "./incident-side-documents.ts"
import { PagedPeople } from "./paged-people.tsx"
import { Postmortem } from "./postmortem.tsx"
import { PublicView } from "./public-view.tsx"
import { Timeline } from "./timeline.tsx"
import { Why } from "./why-alert.tsx"
import "./incident-page.css"
import { lazyPart } from "../lazy-part.ts"

export { RunIncidentAct } from "./run-incident-act.tsx"

const TargetTelemetry = lazyPart(() => import("./target-telemetry.tsx"), "TargetTelemetry")

export function IncidentPage(): ReactNode {
  const { incidentId } = useParams({
    from: "/signed-in/frame/projects/$projectId/incidents/$incidentId",
  })
  return <Whole key={incidentId} id={incidentId} />
}

function Whole({ id }: { id: string }) {
  const { id: projectId, pages } = useProject()
  const incidents = useFollow(
    IncidentChanged,
    { projectId, incidentId: id },
    (data) => data.incidentChanged.incident,
  )
  const read = useRead(OneIncidentDocument, { id })
  const { again } = read
  const found = read.data?.incident
  useMaintenanceChanges(projectId, again)
  const live = incidents.get(id)
  const isNewer =
    found !== null && found !== undefined && live !== undefined && live.updatedAt > found.updatedAt
  // The stream only says that it changed, so the timeline and the rest are read again.
  useEffect(() => {
    if (isNewer) again()
  }, [isNewer, live?.updatedAt])
  if (!found) {
    const back = { label: "Incidents", ...pages.incidents }
    return <NoItem noun="Incident" read={read} back={back} />
  }
  const incident = isNewer ? { ...found, ...withoutMonitor(live) } : found
  return <Page incident={incident} onChange={again} />
}

/** Only the page's own query reads the status of the monitor. */
const withoutMonitor = ({ monitor: _monitor, ...changed }: IncidentRow) => changed

function Page({ incident, onChange }: { incident: OneIncident; onChange(): void }) {
  const { pages, may } = useProject()
  const { id, number, findings, description, startedAt, resolvedAt } = incident
  const mayWrite = may("incidents:write")
  const maySeePages = may("status_pages:read")
  const read = useRead(AudienceOfIncident, { id }, { pause: !maySeePages })
  const { again } = read
  const [asked, setAsked] = useState(0)
  useAgainOn(incident.updatedAt, () => maySeePages && again())
  const audience = read.data?.incident?.audience ?? []
  const mood = moodOfState(incident.state.meaning)
  return (
    <>
      <PageHead
        title={titleOf(incident)}
        back={{ label: "Incidents", ...pages.incidents }}
        sub={`Incident #${number} · ${capital(incident.severity.label)}${incident.isDeclaredManually ? " · declared by hand" : ""}${incident.isFlapping ? " · flapping" : ""}`}
      >
        {mayWrite && (
          <IncidentActions
            incident={incident}
            onChange={onChange}
            onAnnounce={() => setAsked((before) => before + 1)}
          />
        )}
      </PageHead>
      <div className="incident-page">
        <div className="incident-main">
          <section className="headline" data-mood={mood} aria-label="State">
            <Glyph mood={mood} size={24} />
            <div>
              <p className="headline-word tinted" data-mood={mood}>
                {capital(incident.state.label)}
                <span className="headline-since">
                  {resolvedAt === null ? " · open for " : " after "}
                  <Since at={startedAt} until={resolvedAt} />
                </span>
              </p>
              {findings.length > 0 ? (
                <p>
                  <Findings of={findings} />
                </p>
              ) : (
                description !== "" && <Markdown text={description} />
              )}
              {resolvedAt === null && <MaintenanceNotes monitors={monitorsOf(incident)} />}
            </div>
          </section>
          {may("telemetry:read") && incident.monitor && (
            <Suspense fallback={null}>
              <TargetTelemetry id={id} />
            </Suspense>
          )}
          <Timeline
            id={id}
            timeline={incident.timeline}
            audience={audience}
            mayWrite={mayWrite}
            asked={asked}
            onChange={onChange}
          />
          <Why
            findings={incident.explain?.findings ?? []}
            verdicts={incident.verdicts?.edges.map(({ node }) => node) ?? []}
          />
          <Postmortem
            key={`${incident.postmortemPublished}`}
            incident={incident}
            audience={audience}
            mayWrite={mayWrite}
            onChange={onChange}
          />
        </div>
        <div className="incident-side">
          <IncidentFacts incident={incident} />
          <PagedPeople id={id} changedAt={incident.updatedAt} />
          {maySeePages && (
            <PublicView
              isWaiting={read.isFirst}
              audience={audience}
              error={read.error}
              onAgain={again}
            />
          )}
          <EarlierIncidents incident={incident} />
        </div>
      </div>
    </>
  )
}
