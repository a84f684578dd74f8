import { useEffect, useRef, useState } from "react"

/** A result is stored a moment after it was due. */
const graceMs = 2_000
/** What is late is asked for no more often than this. */
const leastMs = 10_000

/** Reads again after the earliest of the given times, in milliseconds, and again while it has passed. */
export function useAgainAt(times: readonly number[], again: () => void): void {
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  const [round, setRound] = useState(0)
  const earliest = times.length === 0 ? null : Math.min(...times)
  useEffect(() => {
    if (earliest === null) return undefined
    const untilMs = earliest + graceMs - Date.now()
    const timer = setTimeout(
      () => {
        if (document.visibilityState === "visible") latest.current()
        setRound((before) => before + 1)
      },
      untilMs > 0 ? untilMs : leastMs,
    )
    return () => clearTimeout(timer)
  }, [earliest, round])
}
