import { Link } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useDeleted, useDeleteLater } from "../live/delete-later.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { DayAndTime } from "../ui/time.tsx"
import {
  DeleteReportSchedule,
  ReportSchedules,
  type Person,
  type Schedule,
} from "./report-documents.ts"
import { monthInWords } from "./report-months.ts"
import { ReportZone } from "./report-zone.tsx"
import { ScheduleDialog } from "./schedule-dialog.tsx"
import { pagesOf } from "../project/pages.ts"

/** Who gets which uptime report each month. */
export function ReportSchedulesPage(): ReactNode {
  const { id } = useProject()
  const { data, error, isFirst, again } = useRead(ReportSchedules, { id })
  const [isAdding, setAdding] = useState(false)
  const project = data?.project
  const deleted = useDeleted(again)
  const schedules = (project?.reportSchedules.edges ?? [])
    .map(({ node }) => node)
    .filter((schedule) => !deleted.has(schedule.id))
  const people = project?.members.edges.map(({ node }) => node) ?? []
  return (
    <>
      <PageHead title="Monthly reports">
        <ButtonLink {...pagesOf(id).reports} variant="quiet">
          Open the report
        </ButtonLink>
        <Button variant="accent" icon="plus" onClick={() => setAdding(true)}>
          New report
        </Button>
      </PageHead>
      <Part
        title="Mailed each month"
        text="At 8:00 on the first day of the next month: uptime with its coverage, downtime and incidents of each monitor, and a link to the whole report."
      >
        <Missing error={error} onAgain={again} />
        {isFirst && <Waiting />}
        {project && schedules.length === 0 && (
          <p className="part-body muted">Nobody gets a report yet.</p>
        )}
        {schedules.length > 0 && (
          <ul aria-label="Monthly reports">
            {schedules.map((schedule) => (
              <Line key={schedule.id} schedule={schedule} people={people} onChange={again} />
            ))}
          </ul>
        )}
      </Part>
      {project && <ReportZone projectId={id} timeZone={project.timeZone} onChange={again} />}
      {isAdding && (
        <ScheduleDialog people={people} onChange={again} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

const scopeOf = ({ label, statusPage }: Schedule): string =>
  label === null ? (statusPage?.name ?? "All monitors") : label.name

type LineProps = { schedule: Schedule; people: readonly Person[]; onChange(): void }

function Line({ schedule, people, onChange }: LineProps) {
  const { pages } = useProject()
  const [isEditing, setEditing] = useState(false)
  const deleteLater = useDeleteLater(DeleteReportSchedule)
  const { label, statusPage, members, addresses, month, sendAt } = schedule
  const name = scopeOf(schedule)
  const who = [...members.map((one) => one.name), ...addresses].join(", ")
  return (
    <SettingRow
      title={
        <>
          <Link
            {...pages.reports}
            search={{
              ...(label === null ? {} : { label: label.id }),
              ...(statusPage === null ? {} : { page: statusPage.id }),
            }}
          >
            {name}
          </Link>
          {label !== null && <span className="muted small">label</span>}
          {statusPage !== null && <span className="muted small">status page</span>}
        </>
      }
      sub={
        <>
          {who === "" ? "Nobody gets it any more" : `To ${who}`} · {monthInWords(month)} on{" "}
          <DayAndTime at={sendAt} />
        </>
      }
    >
      <Button aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button
        variant="quiet"
        aria-label={`Delete ${name}`}
        onClick={() =>
          deleteLater({
            ids: [schedule.id],
            variables: { id: schedule.id },
            said: `Report of ${name} deleted`,
          })
        }
      >
        Delete
      </Button>
      {isEditing && (
        <ScheduleDialog
          schedule={schedule}
          people={people}
          onChange={onChange}
          onClose={() => setEditing(false)}
        />
      )}
    </SettingRow>
  )
}
