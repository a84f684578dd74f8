import { getRouteApi } from "@tanstack/react-router"
import { useRead } from "../live/live-read.ts"
import { GroupChoice } from "../incident/group-choice.tsx"
import { capital } from "../ui/capital.ts"
import { PeriodFilter } from "../incident/period-filter.tsx"
import { MonitorFilter } from "../monitor/monitor-filter.tsx"
import { useProject } from "../project/project-context.ts"
import { FilterBar } from "../ui/filter-bar.tsx"
import { readRange, spanOf } from "../ui/range.ts"
import { AlertFilters } from "./alert-documents.ts"
import "./alert-list.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/alerts")

const states = [
  { value: "unresolved", label: "Open and acknowledged" },
  { value: "open", label: "Open" },
  { value: "snoozed", label: "Snoozed" },
  { value: "acknowledged", label: "Acknowledged" },
  { value: "resolved", label: "Resolved" },
]
const meanings = {
  unresolved: ["OPEN", "ACKNOWLEDGED"],
  open: ["OPEN"],
  snoozed: ["OPEN"],
  acknowledged: ["ACKNOWLEDGED"],
  resolved: ["RESOLVED"],
} as const

const dayMs = 86_400_000

const one = (value: string | undefined) => (value === undefined || value === "" ? null : [value])

const isFiltered = ({ group: _group, ...search }: Record<string, string | undefined>): boolean =>
  Object.values(search).some((value) => value !== undefined && value !== "")

/** The filters in the URL as variables of the list. */
export function useAlertFilter() {
  const search = route.useSearch()
  const isRange = search.range !== undefined || search.from !== undefined
  // Whole days keep the variables the same while the page is open.
  const span = isRange
    ? spanOf(readRange(search, "30d"), new Date(Math.ceil(Date.now() / dayMs) * dayMs))
    : null
  const isOpen = search.state !== "resolved" && search.state !== "snoozed"
  const state = Object.entries(meanings).find(([name]) => name === search.state)
  return {
    isFiltered: isFiltered(search),
    /** The groups are those of all open alerts. */
    isGroupable: search.group !== "none" && !isFiltered({ ...search, state: undefined }) && isOpen,
    filter: {
      search: search.search ?? null,
      meanings: state === undefined ? null : [...state[1]],
      severities: one(search.severity),
      monitorIds: one(search.monitor),
      policyIds: one(search.policy),
      pagedUserIds: one(search.person),
      assigneeIds: one(search.assignee),
      isSnoozed: search.state === "snoozed" ? true : null,
      since: span?.from.toISOString() ?? null,
      until: span?.until.toISOString() ?? null,
    },
  }
}

const named = (edges: readonly { node: { id: string; name: string } }[] | undefined) =>
  edges?.map(({ node: { id, name } }) => ({ value: id, label: name })) ?? []

export function AlertFilterBar() {
  const { id: projectId } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useRead(AlertFilters, { projectId })
  const project = data?.project
  const show = (words: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  const choice = (
    key: "state" | "severity" | "policy" | "person" | "assignee",
    label: string,
    options: { value: string; label: string }[],
  ) => ({
    key,
    label,
    options,
    value: search[key] ?? "",
    onChange: (value: string) => show({ [key]: value === "" ? undefined : value }),
  })
  const isRange = search.range !== undefined || search.from !== undefined
  const people =
    project?.members?.edges.map(({ node: { userId, name } }) => ({ value: userId, label: name })) ??
    []
  return (
    <FilterBar
      search={search.search ?? ""}
      placeholder="Search alerts"
      onSearch={(text) => show({ search: text === "" ? undefined : text })}
      filters={[
        choice("state", "State", states),
        choice(
          "severity",
          "Severity",
          project?.severities.edges.map(({ node: { name, label } }) => ({
            value: name,
            label: capital(label),
          })) ?? [],
        ),
        choice("policy", "Policy", named(project?.onCallPolicies?.edges)),
        choice("person", "Paged", people),
        choice("assignee", "Assignee", people),
      ]}
      hasMore={search.monitor !== undefined || isRange}
      onClear={() => void navigate({ search: {}, replace: true })}
    >
      <MonitorFilter
        value={search.monitor}
        onChange={(monitor) => show({ monitor: monitor ?? undefined })}
      />
      <PeriodFilter search={search} onChange={show} />
      <GroupChoice value={search.group} onChange={(group) => show({ group })} />
    </FilterBar>
  )
}
