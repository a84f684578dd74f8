import { getRouteApi, Link } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Menu } from "../ui/menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { durationInWords } from "../ui/time.tsx"
import { useMaintenanceChanges } from "./follow-maintenances.ts"
import { monitorsInWords, noticesInWords, recurrenceInWords } from "./maintenance-words.ts"
import { CancelSeries, OneSeries, type SeriesView } from "./series-documents.ts"
import { SeriesWindows } from "./series-windows.tsx"
import "../ui/pane.css"
import "./maintenance.css"
import { mayPlan } from "./plan-needs.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances/series/$seriesId")
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" })

/** A series with its current and next windows. */
export function SeriesPage(): ReactNode {
  const { id: projectId, pages } = useProject()
  const { seriesId: id } = route.useParams()
  const read = useRead(OneSeries, { id })
  const { data, again } = read
  useMaintenanceChanges(projectId, again)
  const back = { label: "Series", ...pages.allSeries }
  if (!data?.maintenanceSeries) return <NoItem noun="Series" read={read} back={back} />
  const series = data.maintenanceSeries
  return (
    <>
      <PageHead
        title={series.title}
        back={back}
        sub={
          <span className="row">
            {series.cancelledAt === null ? (
              <Badge tone="accent">Active</Badge>
            ) : (
              <Badge>Canceled</Badge>
            )}
            {recurrenceInWords(series)}, {series.startTime} for{" "}
            {durationInWords(series.durationMinutes * 60_000)} · {series.timeZone}
          </span>
        }
      >
        {series.cancelledAt === null && <Actions series={series} onChange={again} />}
      </PageHead>
      <div className="with-pane">
        <SeriesWindows series={series} onChange={again} />
        <Pane series={series} />
      </div>
    </>
  )
}

function Actions({ series: { id, title }, onChange }: { series: SeriesView; onChange(): void }) {
  const { id: projectId, may } = useProject()
  const [isAsking, setAsking] = useState(false)
  if (!may("maintenances:write")) return null
  return (
    <>
      {mayPlan(may) && (
        <ButtonLink
          variant="accent"
          to="/projects/$projectId/maintenances/series/$seriesId/edit"
          params={{ projectId, seriesId: id }}
        >
          Edit
        </ButtonLink>
      )}
      <Menu
        label={`More actions for ${title}`}
        items={[{ label: "Cancel series…", isDanger: true, run: () => setAsking(true) }]}
      />
      {isAsking && (
        <ConfirmChange
          title={`Cancel the series “${title}”?`}
          text="All its future windows are canceled too. One that has begun continues."
          verb="Cancel series"
          document={CancelSeries}
          variables={{ id }}
          said="Series canceled"
          onDone={onChange}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Pane({ series }: { series: SeriesView }) {
  const { pages } = useProject()
  const { description, startsOn, endsOn, monitors } = series
  return (
    <aside className="pane" aria-label="Details">
      {description !== "" && <p className="words">{description}</p>}
      <dl className="pane-facts">
        <div>
          <dt>First day</dt>
          <dd>{day.format(new Date(startsOn))}</dd>
        </div>
        <div>
          <dt>Last day</dt>
          <dd>{endsOn === null ? "No end" : day.format(new Date(endsOn))}</dd>
        </div>
        <div>
          <dt>Subscribers are notified</dt>
          <dd>{noticesInWords(series)}</dd>
        </div>
        {monitors !== undefined && (
          <div>
            <dt>{monitorsInWords(monitors.length)}</dt>
            <dd className="pane-links">
              {monitors.slice(0, 12).map(({ id, name }) => (
                <Link key={id} {...pages.monitor(id)}>
                  {name}
                </Link>
              ))}
              {monitors.length > 12 && <span>and {monitors.length - 12} more</span>}
            </dd>
          </div>
        )}
      </dl>
    </aside>
  )
}
