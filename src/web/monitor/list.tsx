import { useEffect, useRef } from "react"
import { useRead } from "../live/read.ts"
import { ButtonLink } from "../part/button.tsx"
import { Empty, Failed, Waiting } from "../part/empty.tsx"
import { Icon } from "../part/icon.tsx"
import { useTitle } from "../part/title.ts"
import { useProject } from "../project/context.ts"
import { useProjectLive } from "../project/live.tsx"
import { useQueryWord } from "../router/route.ts"
import type { MonitorRow } from "./documents.ts"
import { RecentChecks } from "./documents.ts"
import { Row } from "./row.tsx"
import type { StripCheck } from "./strip.tsx"
import { Summary } from "./summary.tsx"
import { byGravity, conditionOf, targetOf } from "./words.ts"

export function MonitorList() {
  useTitle("Monitors")
  const { id: projectId, may, path } = useProject()
  const { monitors, error, readMonitors, readings } = useProjectLive()
  const [search, setSearch] = useQueryWord("search")
  const [status, setStatus] = useQueryWord("status")
  const strips = useStrips(projectId, readings)
  useEffect(readMonitors, [readMonitors])

  const shown = monitors
    ?.filter((row) => status === "" || conditionOf(row).word.toLowerCase() === status)
    .filter((row) => isFound(row, search))
    .toSorted(byGravity)
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Monitors</h1>
          <Summary monitors={monitors} />
        </div>
        {may("monitors:write") && monitors !== undefined && monitors.length > 0 && (
          <ButtonLink to={path("monitors/new")} look="accent" icon="plus">
            Add monitor
          </ButtonLink>
        )}
      </div>
      {monitors !== undefined && monitors.length > 1 && (
        <Filter {...{ search, setSearch, status, setStatus, monitors }} />
      )}
      {error !== null && monitors === undefined && (
        <Failed message={error} onAgain={readMonitors} />
      )}
      {monitors === undefined && error === null && <Waiting rows={6} />}
      {monitors?.length === 0 && (
        <NoMonitors mayAdd={may("monitors:write")} to={path("monitors/new")} />
      )}
      {shown !== undefined && shown.length > 0 && (
        <ul className="card monitors">
          {shown.map((monitor) => (
            <Row
              key={monitor.id}
              monitor={monitor}
              to={path(`monitors/${monitor.id}`)}
              checks={strips.get(monitor.id)}
            />
          ))}
        </ul>
      )}
      {shown?.length === 0 && monitors !== undefined && monitors.length > 0 && (
        <Empty title="No monitor matches">
          <p>
            <button
              type="button"
              className="as-link"
              onClick={() => {
                setSearch("")
                setStatus("")
              }}
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
  setSearch(value: string): void
  status: string
  setStatus(value: string): void
  monitors: MonitorRow[]
}

const choices = ["Offline", "Degraded", "Operational", "Unknown", "Paused"]

function Filter({ search, setSearch, status, setStatus, monitors }: FilterProps) {
  const count = (word: string) => monitors.filter((row) => conditionOf(row).word === word).length
  return (
    <search className="filter">
      <div className="search">
        <Icon name="search" size={16} />
        <input
          className="control"
          type="search"
          aria-label="Search monitors"
          placeholder="Name, address or label"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <select
        className="control"
        aria-label="Status"
        value={status}
        onChange={({ target }) => setStatus(target.value)}
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

const NoMonitors = ({ mayAdd, to }: { mayAdd: boolean; to: string }) => (
  <Empty title="Nothing is watched yet">
    <p>
      {mayAdd
        ? "Add a web page, a server, a name, a certificate or a scheduled job. It is checked at once, and you see here what becomes of it."
        : "An editor of this project can add monitors."}
    </p>
    {mayAdd && (
      <ButtonLink to={to} look="accent" icon="plus">
        Add your first monitor
      </ButtonLink>
    )}
  </Empty>
)

/** Read anew with the list, so that the strips move with it. */
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
