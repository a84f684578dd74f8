import type { MonitorFilter } from "./list-documents.ts"
import type { ListSearch } from "./list-search.ts"
import { kinds, type Kind } from "../monitor/monitor-kind.ts"

const sorts = {
  name: "NAME_ASC",
  created: "CREATED_AT_DESC",
  changed: "STATUS_SINCE_DESC",
  slowest: "RESPONSE_TIME_DESC",
  checked: "LAST_CHECK_AT_DESC",
} as const

/** Most severe first, unless the URL says otherwise; groups are in their own order. */
export const sortOf = ({ sort, group }: ListSearch) => {
  if (group === "label") return "LABEL_ASC"
  return sort === undefined ? "STATUS_ASC" : sorts[sort]
}

const isKind = (text: string): text is Kind => kinds.includes(text as Kind)

export function filterOf({ search, status, kind, label, policy, only }: ListSearch): MonitorFilter {
  const upper = kind?.toUpperCase() ?? ""
  return {
    ...(search === undefined ? {} : { search }),
    ...(status === undefined ? {} : statusFilter(status)),
    ...(isKind(upper) ? { kinds: [upper] } : {}),
    ...(label === undefined ? {} : { labelIds: [label] }),
    ...(policy === undefined ? {} : { policyId: policy }),
    ...(only === "muted" || only === "audible" ? { isMuted: only === "muted" } : {}),
    ...(only === "maintenance" ? { isPaused: false, isInMaintenance: true } : {}),
  }
}

const statusFilter = (status: NonNullable<ListSearch["status"]>): MonitorFilter =>
  status === "paused"
    ? { isPaused: true }
    : { isPaused: false, isInMaintenance: false, statuses: [status.toUpperCase() as "OFFLINE"] }

export const isFiltered = (search: ListSearch): boolean => Object.keys(filterOf(search)).length > 0
