import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from "react"
import { announce } from "../ui/announce.tsx"
import type { CalendarSpan } from "../ui/calendar-span.ts"
import { zonedFormat } from "../ui/zone.ts"
import { placeOf, timeAt } from "./calendar-place.ts"

/** First and last chosen day, as indexes of the calendar's days. */
type Days = { anchor: number; end: number }

/** A pointer that moved less is a click. */
const leastPx = 6

const dayName = zonedFormat({
  weekday: "long",
  day: "numeric",
  month: "long",
})

/**
 * Days of a row chosen by dragging over it, or by keys on `DayKeys`.
 * @param onDays is absent if the viewer cannot change the row. `endsAt` is the midnight after the last day.
 */
export function useDays(
  span: CalendarSpan,
  onDays: ((startsAt: number, endsAt: number) => void) | undefined,
) {
  const [days, setDays] = useState<Days | null>(null)
  const [drag, setDrag] = useState<{ fromX: number; isMoved: boolean } | null>(null)
  /** A click follows the end of a drag. */
  const wasMoved = useRef(false)
  const first = Math.max(
    0,
    span.days.findLastIndex((day) => day <= Date.now()),
  )
  const indexAt = (event: PointerEvent) => {
    const time = timeAt(span, event.currentTarget, event.clientX)
    return Math.max(
      first,
      span.days.findLastIndex((day) => day <= time),
    )
  }
  const period = ({ anchor, end }: Days) => {
    const startsAt = span.days[Math.min(anchor, end)] ?? span.from
    const endsAt = span.days[Math.max(anchor, end) + 1] ?? span.until
    return { startsAt, endsAt }
  }
  const choose = () => {
    if (days === null) return
    const { startsAt, endsAt } = period(days)
    setDays(null)
    onDays?.(startsAt, endsAt)
  }
  const pointer = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || event.pointerType === "touch") return
      wasMoved.current = false
      setDrag({ fromX: event.clientX, isMoved: false })
      setDays({ anchor: indexAt(event), end: indexAt(event) })
    },
    onPointerMove(event: PointerEvent) {
      if (drag === null || days === null) return
      if (!drag.isMoved && Math.abs(event.clientX - drag.fromX) < leastPx) return
      // From here on, the bar below the pointer gets no click.
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ ...drag, isMoved: true })
      setDays({ ...days, end: indexAt(event) })
    },
    onPointerUp() {
      wasMoved.current = drag?.isMoved === true
      if (wasMoved.current) choose()
      else setDays(null)
      setDrag(null)
    },
    onPointerCancel() {
      setDrag(null)
      setDays(null)
    },
    onClickCapture(event: MouseEvent) {
      if (wasMoved.current) event.stopPropagation()
      wasMoved.current = false
    },
  }
  const isShown = days !== null && (drag === null || drag.isMoved)
  return {
    pointer: onDays === undefined ? {} : pointer,
    shown: isShown ? placeOf(span, period(days).startsAt, period(days).endsAt) : null,
    keys: { days, first, last: span.days.length - 1, setDays, choose },
    inWords: ({ anchor, end }: Days) => {
      const [from, to] = [Math.min(anchor, end), Math.max(anchor, end)].map((at) =>
        dayName.format(new Date(span.days[at] ?? span.from)),
      )
      return from === to ? `${from}` : `${from} to ${to}`
    },
  }
}

type Props = { label: string; chosen: ReturnType<typeof useDays> }

/** The same by keyboard: arrow keys move the day, with Shift they add days, Enter overrides them. */
export function DayKeys({ label, chosen: { keys, inWords } }: Props) {
  const { days, first, last, setDays, choose } = keys
  const show = (next: Days) => {
    setDays(next)
    announce(inWords(next))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { anchor, end } = days ?? { anchor: first, end: first }
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(last, Math.max(first, end + step))
    show({ anchor: event.shiftKey ? anchor : next, end: next })
  }
  return (
    <button
      type="button"
      className="calendar-keys"
      aria-label={`Override days of ${label}`}
      aria-keyshortcuts="ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight"
      onFocus={() => days === null && show({ anchor: first, end: first })}
      onBlur={() => setDays(null)}
      onKeyDown={onKeyDown}
      onClick={choose}
    >
      {days === null ? "" : inWords(days)}
    </button>
  )
}
