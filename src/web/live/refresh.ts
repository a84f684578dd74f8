import { useCallback, useEffect, useRef } from "react"

/** Some changes have no subscription: a status changes without an incident, a maintenance is scheduled. */
const refreshMs = 30_000
/** Many changes at once cause few requests. */
const settleMs = 300

/**
 * Reads again every half minute, or every `everyMs`, while the page is visible.
 * @returns reads again within `soonMs`: call it after each change.
 */
export function useRefresh(again: () => void, everyMs = refreshMs, soonMs = settleMs): () => void {
  const read = useRef(again)
  useEffect(() => {
    read.current = again
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const interval = setInterval(() => {
      if (document.visibilityState === "visible") read.current()
    }, everyMs)
    return () => {
      clearInterval(interval)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [everyMs])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      read.current()
    }, soonMs)
  }, [soonMs])
}
