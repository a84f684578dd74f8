import { useEffect, type ReactNode } from "react"
import { Icon } from "../ui/icon.tsx"
import "./detail-panel.css"

type Props = { title: string; onClose(): void; children: ReactNode }

/** Details beside a list; over it where there is no room. Escape closes it. */
export function DetailPanel({ title, onClose, children }: Props) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onClose()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  })
  return (
    <aside className="detail-panel" aria-label={title} tabIndex={-1}>
      <div className="detail-panel-head">
        <h2 className="clip">{title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </div>
      <div className="detail-panel-body">{children}</div>
    </aside>
  )
}
