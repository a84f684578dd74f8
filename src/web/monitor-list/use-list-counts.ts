import { useCallback, useEffect, useRef } from "react"
import { useRead } from "../live/live-read.ts"
import type { ListCounts, MonitorFilter } from "./list-documents.ts"
import { MonitorCounts } from "./list-documents.ts"

const refreshMs = 30_000
/** A count reads all monitors of the project, so that a storm of changes causes few. */
const settleMs = 3_000

/** Counts of the filter, read again every half minute and some time after changes. */
export function useListCounts(projectId: string, filter: MonitorFilter) {
  const { data, again } = useRead(MonitorCounts, { projectId, ...filter })
  const read = useRef(again)
  useEffect(() => {
    read.current = again
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const interval = setInterval(() => {
      if (document.visibilityState === "visible") read.current()
    }, refreshMs)
    return () => {
      clearInterval(interval)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [])
  const countSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      read.current()
    }, settleMs)
  }, [])
  const counted: ListCounts | undefined = data?.project?.monitors
  return { counts: counted?.counts, total: counted?.totalCount, countSoon, countNow: again }
}
