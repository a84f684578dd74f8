import { useState, type KeyboardEvent, type PointerEvent } from "react"
import type { CalendarSpan } from "../ui/calendar-span.ts"
import { momentInWords, timeAt } from "./calendar-place.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const stepOf: Readonly<Record<string, number>> = {
  ArrowLeft: -hourMs,
  ArrowRight: hourMs,
  ArrowDown: -hourMs,
  ArrowUp: hourMs,
  PageDown: -dayMs,
  PageUp: dayMs,
}

type Props = {
  span: CalendarSpan
  name: string
  startsAt: number
  endsAt: number
  /** While it is moved, and null once that was given up. */
  onMove(endsAt: number | null): void
  onEnd(endsAt: number): void
}

/** The end of an override: dragged, or moved by arrow keys and saved by Enter. */
export function CalendarEdge({ span, name, startsAt, endsAt, onMove, onEnd }: Props) {
  const [isHeld, setHeld] = useState(false)
  const earliest = Math.ceil((Math.max(startsAt, Date.now()) + 1) / hourMs) * hourMs
  const bound = (at: number) => Math.min(span.until, Math.max(earliest, at))
  const timeOf = (event: PointerEvent) => {
    const row = event.currentTarget.closest(".calendar-lanes") ?? event.currentTarget
    return bound(Math.round(timeAt(span, row, event.clientX) / hourMs) * hourMs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf[event.key]
    if (step !== undefined) onMove(bound(endsAt + step))
    else if (event.key === "Enter") onEnd(endsAt)
    else if (event.key === "Escape") onMove(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span
      className="calendar-edge"
      role="slider"
      tabIndex={0}
      aria-label={`End of the override of ${name}`}
      aria-valuemin={earliest}
      aria-valuemax={span.until}
      aria-valuenow={endsAt}
      aria-valuetext={momentInWords(endsAt)}
      title="Drag to change the end"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld(true)
      }}
      onPointerMove={(event) => {
        if (isHeld) onMove(timeOf(event))
      }}
      onPointerUp={(event) => {
        event.stopPropagation()
        if (isHeld) onEnd(timeOf(event))
        setHeld(false)
      }}
      onPointerCancel={() => {
        setHeld(false)
        onMove(null)
      }}
      onBlur={() => !isHeld && onMove(null)}
      onKeyDown={onKeyDown}
    />
  )
}
