import type { RefObject } from "react"
import { useEffect } from "react"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** In a list of rows with links: j and k move the focus, a and r press the row's `data-key` buttons. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const rows = [...(list.current?.children ?? [])]
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
      const hasDialog = document.querySelector("dialog[open]") !== null
      if (!isPlain || hasDialog || isTyping(event.target) || rows.length === 0) return
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      if (event.key === "j" || event.key === "k") {
        const next = rows[Math.max(0, at + (event.key === "j" ? 1 : -1))] ?? rows.at(-1)
        next?.querySelector("a")?.focus()
        event.preventDefault()
        return
      }
      if (event.key !== "a" && event.key !== "r") return
      rows[at]?.querySelector<HTMLButtonElement>(`[data-key="${event.key}"] button`)?.click()
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [list])
}
