import { useEffect, useRef, type ReactNode } from "react"
import { Button } from "./button.tsx"
import "./bulk-bar.css"

type Props = {
  label: string
  count: number
  /** How many match the filter, if not all of them are selected. */
  all: number | undefined
  onSelectAll(): void
  onClear(): void
  children: ReactNode
}

/** What can be done with the selected rows of a list; stays at the bottom of the window. Escape clears the selection. */
export function BulkBar({ label, count, all, onSelectAll, onClear, children }: Props) {
  const clear = useRef(onClear)
  useEffect(() => {
    clear.current = onClear
  })
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== "Escape" || defaultPrevented) return
      if (document.querySelector("dialog[open]") === null) clear.current()
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [])
  return (
    <div className="bulk-bar" role="toolbar" aria-label={label}>
      <span className="bulk-count">
        {count.toLocaleString("en")} selected
        {all !== undefined && all > count && (
          <button type="button" className="as-link" onClick={onSelectAll}>
            Select all {all.toLocaleString("en")} that match
          </button>
        )}
      </span>
      {children}
      <Button variant="quiet" icon="close" aria-label="Clear the selection" onClick={onClear} />
    </div>
  )
}
