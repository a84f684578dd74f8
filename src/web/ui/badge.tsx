import type { ReactNode } from "react"
import "./badge.css"

export type Tone = "plain" | "good" | "warning" | "bad" | "unknown" | "maintenance" | "accent"

/** A short word about a thing's state; color is for state alone. */
export const Badge = ({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
)
