import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { PageRows } from "../project/page-rows.tsx"
import { durationInWords } from "../ui/time.tsx"
import { useMaintenanceChanges } from "./follow-maintenances.ts"
import { MaintenanceHead } from "./maintenance-head.tsx"
import { recurrenceInWords } from "./maintenance-words.ts"
import { SeriesOfProject, type SeriesRule } from "./series-documents.ts"
import { mayPlan } from "./plan-needs.ts"

export function SeriesList(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const list = useMore(SeriesOfProject, { projectId }, (data) => data.project?.maintenanceSeries)
  useMaintenanceChanges(projectId, list.again)
  return (
    <>
      <MaintenanceHead />
      <PageRows
        list={list}
        waiting={4}
        empty={
          <Empty title="No series yet">
            <p>A series repeats a window by the day, the week or the month.</p>
            {mayPlan(may) && (
              <ButtonLink {...pages.newMaintenance} search={{ repeats: "yes" }}>
                Create a series
              </ButtonLink>
            )}
          </Empty>
        }
      >
        {(row) => <Row key={row.id} row={row} />}
      </PageRows>
    </>
  )
}

const Row = ({ row }: { row: SeriesRule }) => (
  <li className="window-row">
    <Link className="name-link clip" {...useProject().pages.series(row.id)}>
      {row.title}
    </Link>
    {row.cancelledAt === null ? <Badge tone="accent">Active</Badge> : <Badge>Canceled</Badge>}
    <span className="window-when">{recurrenceInWords(row)}</span>
    <span className="muted small window-monitors">
      {row.startTime} for {durationInWords(row.durationMinutes * 60_000)} · {row.timeZone}
    </span>
  </li>
)
