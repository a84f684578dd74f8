import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { FilterBar } from "../ui/filter-bar.tsx"
import { Segments } from "../ui/segments.tsx"
import { ListChoices, type ListCounts } from "./list-documents.ts"
import { isFiltered } from "./list-filter.ts"
import type { ListSearch } from "./list-search.ts"
import { kinds, kindWord } from "../monitor/monitor-kind.ts"
import { SmallChoice } from "../ui/small-choice.tsx"
import { capital } from "../ui/capital.ts"

type Props = {
  search: ListSearch
  counts: ListCounts["counts"] | undefined
  onChange(search: Partial<Record<keyof ListSearch, string | undefined>>): void
  children: ReactNode
}

const statuses = ["offline", "degraded", "unknown", "operational", "paused"] as const

const sorts = [
  { value: "", label: "Most severe first" },
  { value: "name", label: "Name" },
  { value: "changed", label: "Latest change" },
  { value: "slowest", label: "Slowest" },
  { value: "checked", label: "Last check" },
  { value: "created", label: "Newest" },
]

const byName = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

/** Search, filters, order and layout of the list; all in the URL. */
export function ListFilters({ search, counts, onChange, children }: Props) {
  const { id: projectId } = useProject()
  const { data } = useRead(ListChoices, { projectId })
  // Until they are read, their filters keep the place: most projects have both.
  const labels = data?.project?.labels.edges.map(({ node }) => node)
  const policies = data?.project
    ? (data.project.onCallPolicies?.edges.map(({ node }) => node) ?? [])
    : undefined
  const filter = (
    key: "status" | "kind" | "label" | "policy" | "only",
    label: string,
    options: { value: string; label: string }[],
  ) => ({
    key,
    label,
    options,
    value: search[key] ?? "",
    onChange: (value: string) => onChange({ [key]: value === "" ? undefined : value }),
  })
  const isAny = isFiltered(search)
  return (
    <FilterBar
      search={search.search ?? ""}
      placeholder="Search by name, target, or label"
      onSearch={(text) => onChange({ search: text === "" ? undefined : text })}
      filters={[
        filter(
          "status",
          "Status",
          statuses.map((value) => ({
            value,
            label: counts === undefined ? capital(value) : `${capital(value)} (${counts[value]})`,
          })),
        ),
        filter(
          "kind",
          "Kind",
          kinds.map((kind) => ({ value: kind.toLowerCase(), label: kindWord(kind) })),
        ),
        ...(labels?.length === 0 ? [] : [filter("label", "Label", (labels ?? []).map(byName))]),
        ...(policies?.length === 0
          ? []
          : [filter("policy", "Policy", (policies ?? []).map(byName))]),
        filter("only", "Alerts", [
          { value: "audible", label: "Not muted" },
          { value: "muted", label: "Muted" },
          {
            value: "maintenance",
            label:
              counts === undefined ? "In maintenance" : `In maintenance (${counts.inMaintenance})`,
          },
        ]),
      ]}
      {...(isAny
        ? {
            onClear: () =>
              onChange({
                search: undefined,
                status: undefined,
                kind: undefined,
                label: undefined,
                policy: undefined,
                only: undefined,
              }),
          }
        : {})}
    >
      <span className="list-order">
        {search.group === undefined && (
          <SmallChoice
            label="Sort by"
            value={search.sort ?? ""}
            options={sorts}
            onChange={(sort) => onChange({ sort: sort || undefined })}
          />
        )}
        <SmallChoice
          label="Group by"
          value={search.group ?? ""}
          options={[
            { value: "", label: "No groups" },
            { value: "label", label: "Group by label" },
          ]}
          onChange={(group) => onChange({ group: group || undefined })}
        />
        <Segments
          label="Layout"
          value={search.layout ?? "list"}
          options={[
            { value: "list", label: "List" },
            { value: "grid", label: "Grid" },
          ]}
          onChange={(value) => onChange({ layout: value === "grid" ? "grid" : undefined })}
        />
        {children}
      </span>
    </FilterBar>
  )
}
