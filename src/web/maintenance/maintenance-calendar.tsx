import { getRouteApi, Link } from "@tanstack/react-router"
import { useMemo, type ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Failed, Waiting } from "../ui/empty.tsx"
import { Icon } from "../ui/icon.tsx"
import { viewerZone, zonedFormat } from "../ui/zone.ts"
import { plusDays } from "../ui/calendar-span.ts"
import { useMaintenanceChanges } from "./follow-maintenances.ts"
import { MaintenancesOfMonth } from "./maintenance-documents.ts"
import { MaintenanceHead } from "./maintenance-head.tsx"
import { mondaysOf, monthOf, monthText, plusMonths, weekOf } from "./month-weeks.ts"
import { MonthWeek } from "./month-week.tsx"
import "./month.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances")
const title = zonedFormat({ month: "long", year: "numeric" })
const weekday = zonedFormat({ weekday: "short" })

/** A month of windows in the viewer's zone; those of a series are marked. */
export function Calendar(): ReactNode {
  const { id: projectId } = useProject()
  const { month: asked } = route.useSearch()
  const month = monthOf(asked)
  const mondays = mondaysOf(month)
  const from = mondays[0] ?? month
  const until = plusDays(mondays.at(-1) ?? from, 7)
  const { rows, error, hasMore, more, again } = useMore(
    MaintenancesOfMonth,
    {
      projectId,
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      sort: "STARTS_AT_ASC",
      states: ["SCHEDULED", "ONGOING", "COMPLETED"],
    },
    (data) => data.project?.maintenances,
  )
  useMaintenanceChanges(projectId, again)
  const weeks = useMemo(
    () => mondays.map((monday) => weekOf(monday, rows ?? [])),
    // The weeks follow from the month alone.
    [rows, from, until],
  )
  return (
    <>
      <MaintenanceHead />
      <MonthBar month={month} />
      {rows === undefined &&
        (error === null ? <Waiting rows={5} /> : <Failed message={error} onAgain={again} />)}
      {rows !== undefined && (
        <section className="card month" aria-label={title.format(month)}>
          <ol className="month-days" aria-hidden="true">
            {weeks[0]?.days.map((day) => (
              <li key={day}>{weekday.format(day)}</li>
            ))}
          </ol>
          {weeks.map((week) => (
            <MonthWeek key={week.days[0]} week={week} month={monthText(month)} />
          ))}
          {rows.length === 0 && <p className="month-none muted">No maintenance this month.</p>}
        </section>
      )}
      {hasMore && (
        <div>
          <Button onClick={more}>Load more</Button>
        </div>
      )}
      <p className="muted small">Times in {viewerZone()}.</p>
    </>
  )
}

function MonthBar({ month }: { month: number }) {
  const { id: projectId } = useProject()
  const to = "/projects/$projectId/maintenances"
  const params = { projectId }
  const other = (by: number) => monthText(plusMonths(month, by))
  const isThis = monthText(month) === monthText(Date.now())
  return (
    <div className="month-bar split">
      <h2 aria-live="polite">{title.format(month)}</h2>
      <div className="row">
        {!isThis && (
          <ButtonLink to={to} params={params}>
            This month
          </ButtonLink>
        )}
        <Link
          className="button month-step"
          to={to}
          params={params}
          search={{ month: other(-1) }}
          aria-label="Previous month"
        >
          <Icon name="back" size={16} />
        </Link>
        <Link
          className="button month-step"
          to={to}
          params={params}
          search={{ month: other(1) }}
          aria-label="Next month"
        >
          <Icon name="more" size={16} />
        </Link>
      </div>
    </div>
  )
}
