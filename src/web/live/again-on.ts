import { useEffect, useRef } from "react"

/** Reads again when a value such as `updatedAt` changes, but not at first. */
export function useAgainOn(value: string, again: () => void): void {
  const seen = useRef(value)
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  useEffect(() => {
    if (seen.current === value) return
    seen.current = value
    latest.current()
  }, [value])
}
