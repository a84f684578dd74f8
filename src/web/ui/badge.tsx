import type { ReactNode } from "react"
import "./badge.css"

export type Tone = "plain" | "good" | "warning" | "bad" | "unknown" | "maintenance" | "accent"

type Props = { tone?: Tone; title?: string; children: ReactNode }

/** A short word about a thing's state; color is for state alone. */
export const Badge = ({ tone = "plain", title, children }: Props) => (
  <span className="badge" data-tone={tone} title={title}>
    {children}
  </span>
)
