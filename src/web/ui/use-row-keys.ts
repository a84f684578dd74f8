import { useEffect, useRef } from "react"
import { createChord } from "./chord.ts"
import { isTyping } from "./is-typing.ts"

const rowsOf = () => [...document.querySelectorAll<HTMLElement>("[data-row-id]")]

function move(by: 1 | -1): void {
  const rows = rowsOf()
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at === -1 ? rows[0] : rows[at + by]
  const link =
    next instanceof HTMLAnchorElement
      ? next
      : (next?.querySelector("a") ?? next?.querySelector("button"))
  link?.focus()
  next?.scrollIntoView({ block: "nearest" })
}

/**
 * Keys of a list: j and k move the focus between links in or with `data-row-id`, Enter follows the focused link, and the
 * given keys act on the focused row, or on the page's own subject.
 */
export function useRowKeys(
  actions: Readonly<Record<string, (id: string) => void>>,
  ownId?: string,
): void {
  const latest = useRef({ actions, ownId })
  useEffect(() => {
    latest.current = { actions, ownId }
  })
  useEffect(() => {
    const belongsToChord = createChord()
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isPlain || event.defaultPrevented || isTyping(event.target)) return
      if (document.querySelector("dialog[open]") !== null) return
      if (belongsToChord(event.key)) return
      const row = document.activeElement?.closest<HTMLElement>("[data-row-id]")
      const focused = row?.dataset["rowId"]
      const { actions, ownId } = latest.current
      const id = focused ?? ownId
      const act = actions[event.key]
      if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1)
      else if (act !== undefined && id !== undefined) act(id)
      else return
      event.preventDefault()
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [])
}
