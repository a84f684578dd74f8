import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useEffect, useRef } from "react"
import { useRead } from "../live/live-read.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { Icon } from "../ui/icon.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "../project/project-context.ts"
import { useMonitorRows } from "./read-monitors.ts"
import type { MonitorRow } from "./monitor-documents.ts"
import { RecentChecks } from "./monitor-documents.ts"
import { Row } from "./monitor-row.tsx"
import type { StripCheck } from "./strip.tsx"
import { countStatuses, Summary } from "./monitor-summary.tsx"
import { NoMonitors } from "./no-monitors.tsx"
import { byGravity, conditionOf, targetOf } from "./monitor-messages.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/monitors")

export function MonitorList(): ReactNode {
  useTitle("Monitors")
  const { id: projectId, may } = useProject()
  const { monitors, error, readMonitors, readings } = useMonitorRows(projectId)
  const { search = "", status = "" } = route.useSearch()
  const navigate = route.useNavigate()
  const filter = (words: { search?: string; status?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const strips = useStrips(projectId, readings)

  const shown = monitors
    ?.filter((row) => status === "" || conditionOf(row).word.toLowerCase() === status)
    .filter((row) => isFound(row, search))
    .toSorted(byGravity)
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Monitors</h1>
          <Summary counts={monitors && countStatuses(monitors)} />
        </div>
        {may("monitors:write") && monitors !== undefined && monitors.length > 0 && (
          <ButtonLink
            to="/projects/$projectId/monitors/new"
            params={{ projectId }}
            variant="accent"
            icon="plus"
          >
            Add monitor
          </ButtonLink>
        )}
      </div>
      {monitors !== undefined && monitors.length > 1 && (
        <Filter search={search} status={status} onFilter={filter} monitors={monitors} />
      )}
      {error !== null && monitors === undefined && (
        <Failed message={error} onAgain={readMonitors} />
      )}
      {monitors === undefined && error === null && <Waiting rows={6} />}
      {monitors?.length === 0 && <NoMonitors />}
      {shown !== undefined && shown.length > 0 && (
        <ul className="card monitors">
          {shown.map((monitor) => (
            <Row key={monitor.id} monitor={monitor} checks={strips.get(monitor.id)} />
          ))}
        </ul>
      )}
      {shown?.length === 0 && monitors !== undefined && monitors.length > 0 && (
        <Empty title="No matching monitors">
          <p>
            <button
              type="button"
              className="as-link"
              onClick={() => filter({ search: "", status: "" })}
            >
              Show all {monitors.length}
            </button>
          </p>
        </Empty>
      )}
    </>
  )
}

const isFound = (row: MonitorRow, search: string) =>
  [row.name, targetOf(row), row.kind, ...row.labels.map(({ name }) => name)]
    .join(" ")
    .toLowerCase()
    .includes(search.trim().toLowerCase())

type FilterProps = {
  search: string
  status: string
  onFilter(words: { search?: string; status?: string }): void
  monitors: MonitorRow[]
}

const choices = ["Offline", "Degraded", "Operational", "Unknown", "Paused"]

function Filter({ search, status, onFilter, monitors }: FilterProps) {
  const count = (word: string) => monitors.filter((row) => conditionOf(row).word === word).length
  return (
    <search className="filter">
      <div className="search">
        <Icon name="search" size={16} />
        <input
          className="control"
          type="search"
          aria-label="Search monitors"
          placeholder="Name, target, or label"
          value={search}
          onChange={({ target }) => onFilter({ search: target.value })}
        />
      </div>
      <select
        className="control"
        aria-label="Status"
        value={status}
        onChange={({ target }) => onFilter({ status: target.value })}
      >
        <option value="">All statuses ({monitors.length})</option>
        {choices.map((word) => (
          <option key={word} value={word.toLowerCase()}>
            {word} ({count(word)})
          </option>
        ))}
      </select>
    </search>
  )
}

/** Read again with the list, so that the strips are up to date. */
function useStrips(projectId: string, readings: number): ReadonlyMap<string, StripCheck[]> {
  const { data, again } = useRead(RecentChecks, { projectId })
  const seen = useRef(readings)
  useEffect(() => {
    if (seen.current === readings) return
    seen.current = readings
    again()
  })
  return new Map(
    data?.project?.monitors.edges.map(({ node }) => [
      node.id,
      node.checks.edges.map(({ node }) => node),
    ]),
  )
}
