import { useNavigate } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { createChord } from "../ui/chord.ts"
import { isTyping } from "../ui/is-typing.ts"
import type { MonitorRow } from "../monitor/monitor-row-documents.ts"
import { pagesOf } from "../project/pages.ts"

type Keys = {
  projectId: string
  rows: readonly MonitorRow[]
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
  onMute?: ((id: string | null) => void) | undefined
}

const isPressable = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(?:A|BUTTON|INPUT)$/.test(target.tagName)

/** j and k move through the rows, x selects, m mutes, Enter opens. Returns the id of the current row. */
export function useListKeys({ projectId, rows, onSelect, onMute }: Keys): string | null {
  const navigate = useNavigate()
  const [current, setCurrent] = useState<string | null>(null)
  const latest = useRef({ rows, current, onSelect, onMute })
  useEffect(() => {
    latest.current = { rows, current, onSelect, onMute }
  })
  useEffect(() => {
    const belongsToChord = createChord()
    const onKey = (event: KeyboardEvent) => {
      const { rows, current, onSelect, onMute } = latest.current
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return
      if (belongsToChord(event.key)) return
      const at = rows.findIndex(({ id }) => id === current)
      if (event.key === "j" || event.key === "k") {
        const next = rows[Math.max(0, Math.min(rows.length - 1, at + (event.key === "j" ? 1 : -1)))]
        if (next !== undefined) setCurrent(next.id)
      } else if (event.key === "x" || event.key === "X") {
        if (current !== null) onSelect?.(current, event.shiftKey)
      } else if (event.key === "m") {
        onMute?.(current)
      } else if (event.key === "Enter" && current !== null && !isPressable(event.target)) {
        void navigate(pagesOf(projectId).monitor(current))
      }
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [navigate, projectId])
  return rows.some(({ id }) => id === current) ? current : null
}
