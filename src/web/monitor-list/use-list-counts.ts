import { useRefresh } from "../live/refresh.ts"
import { useRead } from "../live/live-read.ts"
import { MonitorCounts, type ListCounts, type MonitorFilter } from "./list-documents.ts"

/** A count reads all monitors of the project, so that a storm of changes causes few. */
const settleMs = 3_000

/** Counts of the filter, read again every half minute and some time after changes. */
export function useListCounts(projectId: string, filter: MonitorFilter) {
  const { data, again } = useRead(MonitorCounts, { projectId, ...filter })
  const countSoon = useRefresh(again, undefined, settleMs)
  const counted: ListCounts | undefined = data?.project?.monitors
  return { counts: counted?.counts, total: counted?.totalCount, countSoon, countNow: again }
}
