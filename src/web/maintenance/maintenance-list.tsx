import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMore } from "../live/load-more.ts"
import { MonitorFilter } from "../monitor/monitor-filter.tsx"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Empty } from "../ui/empty.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { Icon } from "../ui/icon.tsx"
import { PageRows } from "../project/page-rows.tsx"
import { DayAndTime, Since } from "../ui/time.tsx"
import { useMaintenanceChanges } from "./follow-maintenances.ts"
import { Maintenances, type MaintenanceRow } from "./maintenance-documents.ts"
import { MaintenanceHead } from "./maintenance-head.tsx"
import { monitorsInWords, stateTone, stateWord } from "./maintenance-words.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/maintenances/list")
const states = ["SCHEDULED", "ONGOING", "COMPLETED", "CANCELLED"] as const
const dayMs = 86_400_000

/** A local day of the URL as a time; null if absent or invalid. */
function timeOf(day: string | undefined, plusMs = 0): string | null {
  const at = new Date(`${day}T00:00:00`).getTime()
  return Number.isNaN(at) ? null : new Date(at + plusMs).toISOString()
}

export function MaintenanceList(): ReactNode {
  const { search, state, monitor, from, until } = route.useSearch()
  const navigate = useNavigate({ from: "/projects/$projectId/maintenances/list" })
  const set = (changed: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
  const isUpcoming = state === undefined || state === "SCHEDULED" || state === "ONGOING"
  const filter = {
    search: search ?? null,
    // What comes next is at the top; what is over, latest first.
    states:
      state === "ALL"
        ? null
        : state === undefined
          ? ["SCHEDULED" as const, "ONGOING" as const]
          : [state],
    sort: isUpcoming ? ("STARTS_AT_ASC" as const) : ("STARTS_AT_DESC" as const),
    monitorIds: monitor === undefined ? null : [monitor],
    from: timeOf(from),
    until: timeOf(until, dayMs),
  }
  const isFiltered = [search, state, monitor, from, until].some((one) => one !== undefined)
  return (
    <>
      <MaintenanceHead />
      <FilterBar
        search={search ?? ""}
        placeholder="Search maintenance"
        onSearch={(text) => set({ search: text === "" ? undefined : text })}
        filters={[
          {
            key: "state",
            label: "Scheduled or ongoing",
            value: state ?? "",
            options: [
              ...states.map((value) => ({ value, label: stateWord[value] })),
              { value: "ALL", label: "Any state" },
            ],
            onChange: (value) =>
              set({ state: value === "ALL" ? "ALL" : states.find((one) => one === value) }),
          },
        ]}
        hasMore={[monitor, from, until].some((one) => one !== undefined)}
        {...(isFiltered
          ? {
              onClear: () =>
                set({
                  search: undefined,
                  state: undefined,
                  monitor: undefined,
                  from: undefined,
                  until: undefined,
                }),
            }
          : {})}
      >
        <MonitorFilter value={monitor} onChange={(one) => set({ monitor: one ?? undefined })} />
        <span className="filter-days">
          <Day label="From" value={from} onChange={(day) => set({ from: day })} />
          <Day label="Until" value={until} onChange={(day) => set({ until: day })} />
        </span>
      </FilterBar>
      <Rows key={JSON.stringify(filter)} filter={filter} isFiltered={isFiltered} />
    </>
  )
}

type DayProps = {
  label: string
  value: string | undefined
  onChange(day: string | undefined): void
}

const Day = ({ label, value, onChange }: DayProps) => (
  <label className="filter-day">
    <span>{label}</span>
    <input
      type="date"
      className="filter-choice"
      data-active={value !== undefined || undefined}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    />
  </label>
)

type Filter = {
  search: string | null
  states: (typeof states)[number][] | null
  monitorIds: string[] | null
  from: string | null
  until: string | null
  sort: "STARTS_AT_ASC" | "STARTS_AT_DESC"
}

function Rows({ filter, isFiltered }: { filter: Filter; isFiltered: boolean }) {
  const { id: projectId } = useProject()
  const list = useMore(Maintenances, { projectId, ...filter }, (data) => data.project?.maintenances)
  useMaintenanceChanges(projectId, list.again)
  return (
    <PageRows
      list={list}
      waiting={6}
      empty={
        isFiltered ? (
          <Empty title="No maintenance matches">
            <p>Change or clear the filters.</p>
          </Empty>
        ) : (
          <Empty title="No maintenance scheduled">
            <p>
              Schedule planned work, so that its outages page nobody and status pages announce it.
            </p>
          </Empty>
        )
      }
    >
      {(row) => <Row key={row.id} row={row} />}
    </PageRows>
  )
}

function Row({ row }: { row: MaintenanceRow }) {
  const { pages } = useProject()
  const { id, title, state, startsAt, endsAt, monitorCount, series } = row
  return (
    <li className="window-row">
      <Link className="name-link clip" {...pages.maintenance(id)}>
        {title}
      </Link>
      <Badge tone={stateTone[state]}>{stateWord[state]}</Badge>
      <span className="window-when">
        <DayAndTime at={startsAt} />
        <span className="muted">
          {" · "}
          <Since at={startsAt} until={endsAt} />
        </span>
      </span>
      <span className="muted small window-monitors">
        {monitorsInWords(monitorCount)}
        {series !== null && (
          <span className="window-series">
            <Icon name="calendar" size={14} /> Series
          </span>
        )}
      </span>
    </li>
  )
}
