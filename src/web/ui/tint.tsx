import { useState, type ReactNode } from "react"
import "./tint.css"

type Props = { value: string; children: ReactNode }

/** Tints its content for a second when `value` changes on screen. */
export function Tint({ value, children }: Props) {
  const [held, hold] = useState({ value, changes: 0 })
  if (held.value !== value) hold({ value, changes: held.changes + 1 })
  // A new element starts the animation again.
  return (
    <span key={held.changes} data-changed={held.changes > 0 || undefined}>
      {children}
    </span>
  )
}
