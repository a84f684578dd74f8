import { useLabels } from "../label/use-labels.ts"
import { useRead } from "../live/live-read.ts"
import { MonitorFilter } from "../monitor/monitor-filter.tsx"
import { useProject } from "../project/project-context.ts"
import { FilterBar, type Filter } from "../ui/filter-bar.tsx"
import { capital } from "../ui/capital.ts"
import { IncidentWords } from "./incident-list-documents.ts"
import { isFiltered, sorts, type IncidentSearch } from "./incident-search.ts"
import { PeriodFilter } from "./period-filter.tsx"
import { SmallChoice } from "../ui/small-choice.tsx"
import { GroupChoice } from "./group-choice.tsx"

type Props = {
  search: IncidentSearch
  onChange(changes: IncidentSearch): void
  onClear(): void
}

const named = (edges: readonly { node: { name: string; label: string } }[] = []) =>
  edges.map(({ node: { name, label } }) => ({ value: name, label: capital(label) }))

export function IncidentFilters({ search, onChange, onClear }: Props) {
  const { id: projectId } = useProject()
  const { data } = useRead(IncidentWords, { projectId })
  const labels = useLabels() ?? []
  const choice = (
    key: keyof IncidentSearch,
    label: string,
    options: Filter["options"],
  ): Filter => ({
    key,
    label,
    options,
    value: search[key] ?? "",
    onChange: (value) => onChange({ [key]: value || undefined }),
  })
  const filters = [
    choice("status", "Open and resolved", [
      { value: "open", label: "Open" },
      { value: "resolved", label: "Resolved" },
    ]),
    choice("severity", "Severity", named(data?.project?.severities.edges)),
    choice("state", "State", named(data?.project?.states.edges)),
    ...(labels.length === 0
      ? []
      : [
          choice(
            "label",
            "Label",
            labels.map(({ id, name }) => ({ value: id, label: name })),
          ),
        ]),
    choice("by", "Declared by", [
      { value: "check", label: "Declared by a check" },
      { value: "hand", label: "Declared by hand" },
    ]),
  ]
  return (
    <FilterBar
      search={search.search ?? ""}
      placeholder="Search incidents"
      onSearch={(text) => onChange({ search: text || undefined })}
      filters={filters}
      hasMore={isFiltered(search)}
      onClear={onClear}
    >
      <MonitorFilter
        value={search.monitor}
        onChange={(monitor) => onChange({ monitor: monitor ?? undefined })}
      />
      <PeriodFilter search={search} onChange={onChange} />
      <SmallChoice
        label="Order"
        value={search.sort ?? "newest"}
        options={Object.entries(sorts).map(([value, { label }]) => ({ value, label }))}
        onChange={(sort) => onChange({ sort: sort === "newest" ? undefined : sort })}
      />
      <GroupChoice value={search.group} onChange={(group) => onChange({ group })} />
    </FilterBar>
  )
}
