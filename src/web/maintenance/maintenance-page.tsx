import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { conditionOf } from "../monitor/monitor-messages.ts"
import { useStatuses, withStatus } from "../monitor/follow-status.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { DayAndTime, Since } from "../ui/time.tsx"
import { viewerZone } from "../ui/zone.ts"
import { useMaintenanceChanges } from "./follow-maintenances.ts"
import { MaintenanceActions } from "./maintenance-actions.tsx"
import { OneMaintenance, type MaintenanceView } from "./maintenance-documents.ts"
import {
  monitorsInWords,
  noticesInWords,
  recurrenceInWords,
  stateTone,
  stateWord,
} from "./maintenance-words.ts"
import { PublicView } from "./public-view.tsx"
import { WindowProgress } from "./window-progress.tsx"
import "../ui/pane.css"
import "./maintenance.css"
import { Card } from "../ui/card.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances/$maintenanceId")

/** One window with its state, live. */
export function MaintenancePage(): ReactNode {
  const { id: projectId, pages } = useProject()
  const { maintenanceId: id } = route.useParams()
  const read = useRead(OneMaintenance, { id })
  const { data, again } = read
  useMaintenanceChanges(projectId, again, { maintenanceId: id })
  const back = { label: "Maintenance", ...pages.maintenances }
  if (!data?.maintenance) return <NoItem noun="Maintenance" read={read} back={back} />
  const { maintenance } = data
  const { title, state, monitorCount } = maintenance
  return (
    <>
      <PageHead
        title={title}
        back={back}
        sub={
          <span className="row">
            <Badge tone={stateTone[state]}>{stateWord[state]}</Badge>
            {monitorsInWords(monitorCount)}
          </span>
        }
      >
        <MaintenanceActions window={maintenance} onChange={again} />
      </PageHead>
      <WindowProgress window={maintenance} />
      <div className="with-pane">
        <div className="stack">
          {maintenance.monitors !== undefined && <Monitors window={maintenance} onChange={again} />}
        </div>
        <Pane window={maintenance} />
      </div>
    </>
  )
}

function Monitors({ window, onChange }: { window: MaintenanceView; onChange(): void }) {
  const { id: projectId, pages } = useProject()
  const { state, monitors, monitorCount } = window
  const rows = monitors?.edges.map(({ node }) => node) ?? []
  const statuses = useStatuses(
    projectId,
    rows.map(({ id }) => id),
    onChange,
  )
  return (
    <Card
      title="Monitors"
      side={
        <span className="muted small">
          {state === "ONGOING" ? "Checked, but nobody is paged" : "Checked throughout"}
        </span>
      }
    >
      {rows.length === 0 && (
        <p className="card-body muted">None: the window is only announced, it silences nothing.</p>
      )}
      <ul className="rows">
        {rows
          .map((row) => withStatus(row, statuses))
          .map((row) => {
            const { mood, word } = conditionOf({
              ...row,
              isInMaintenance: state === "ONGOING",
            })
            return (
              <li key={row.id} className="window-monitor">
                <Glyph mood={mood} />
                <Link className="name-link clip" {...pages.monitor(row.id)}>
                  {row.name}
                </Link>
                <span className="muted small">
                  <span className="tinted" data-mood={mood}>
                    {word}
                  </span>{" "}
                  for <Since at={row.statusSince} />
                </span>
              </li>
            )
          })}
      </ul>
      {monitorCount > rows.length && (
        <p className="card-body muted small">
          The first {rows.length} of {monitorCount.toLocaleString()}, by name.
        </p>
      )}
    </Card>
  )
}

function Pane({ window }: { window: MaintenanceView }) {
  const { pages } = useProject()
  const { title, description, startsAt, endsAt, series, isEdited, state, createdAt } = window
  return (
    <aside className="pane" aria-label="Details">
      <section className="stack">
        <h2>{state === "CANCELLED" ? "No longer on status pages" : "On status pages"}</h2>
        {state !== "CANCELLED" && <PublicView {...{ title, description, startsAt, endsAt }} />}
        {state === "CANCELLED" && description !== "" && (
          <p className="words small">{description}</p>
        )}
      </section>
      <dl className="pane-facts">
        <div>
          <dt>Subscribers are notified</dt>
          <dd>{noticesInWords(window)}</dd>
        </div>
        {series !== null && (
          <div>
            <dt>Series</dt>
            <dd>
              <Link {...pages.series(series.id)}>{recurrenceInWords(series)}</Link>
              {isEdited && <span className="muted"> · changed individually</span>}
            </dd>
          </div>
        )}
        <div>
          <dt>Scheduled</dt>
          <dd>
            <DayAndTime at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>Times in</dt>
          <dd>{viewerZone()}</dd>
        </div>
      </dl>
    </aside>
  )
}
