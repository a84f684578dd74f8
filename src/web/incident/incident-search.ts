import type { VariablesOf } from "../graphql.ts"
import { oneOf, searchSchema, word, type SearchOf } from "../layout/search-schema.ts"
import { presets, readRange, spanOf } from "../ui/range.ts"
import type { Incidents } from "./incident-list-documents.ts"

/** Filters and order of the list as they stand in the URL. */
export const incidentSearch = searchSchema({
  search: word,
  status: word,
  severity: word,
  state: word,
  monitor: word,
  label: word,
  by: word,
  range: word,
  from: word,
  until: word,
  sort: word,
  group: oneOf("none"),
})
export type IncidentSearch = SearchOf<typeof incidentSearch>

export const sorts = {
  newest: { sort: "CREATED_AT_DESC", label: "Newest first" },
  oldest: { sort: "CREATED_AT_ASC", label: "Oldest first" },
  started: { sort: "STARTED_AT_DESC", label: "Latest start first" },
} as const

const isSort = (text: string | undefined): text is keyof typeof sorts =>
  text !== undefined && Object.hasOwn(sorts, text)

const hasPeriod = ({ range, from, until }: IncidentSearch): boolean =>
  (from !== undefined && until !== undefined) || presets.some((preset) => preset === range)

export const isFiltered = (search: IncidentSearch): boolean =>
  Object.entries(search).some(
    ([name, value]) => name !== "sort" && name !== "group" && value !== undefined && value !== "",
  )

type Variables = Omit<VariablesOf<typeof Incidents>, "projectId" | "after">

const only = (value: string | undefined) => (value === undefined || value === "" ? null : [value])

/** @param now the end of a period such as the last 24 hours. */
export function variablesOf(search: IncidentSearch, now: Date): Variables {
  const { status, severity, state, monitor, label, by, sort } = search
  const period = hasPeriod(search) ? spanOf(readRange(search), now) : null
  return {
    search: search.search ?? null,
    isOpen: status === "open" ? true : status === "resolved" ? false : null,
    severities: only(severity),
    states: only(state),
    monitorIds: only(monitor),
    labelIds: only(label),
    isDeclaredManually: by === "hand" ? true : by === "check" ? false : null,
    since: period?.from.toISOString() ?? null,
    // A period up to now has no end: what begins later belongs to it.
    until: search.until === undefined ? null : (period?.until.toISOString() ?? null),
    sort: isSort(sort) ? sorts[sort].sort : null,
  }
}
