import { useEffect, useState, type CSSProperties, type ReactNode } from "react"
import { useNow } from "../ui/use-clock.ts"
import { DayKeys, useDays } from "./calendar-days.tsx"
import { CalendarEdge } from "./calendar-edge.tsx"
import { periodInWords, placeOf } from "./calendar-place.ts"
import { dateOf, isWeekend, type CalendarSpan } from "../ui/calendar-span.ts"
import { zonedFormat } from "../ui/zone.ts"
import "./person.css"
import "./rotation-calendar.css"

export type CalendarShift = {
  startsAt: string
  endsAt: string
  source: "LAYER" | "CALENDAR" | "OVERRIDE"
  sourceId: string
  user: { id: string; name: string }
}
type CalendarGap = { startsAt: string; endsAt: string; findings: { text: string }[] }

/** What the viewer can change by dragging. */
export type CalendarEdit = {
  /** Days were chosen; `endsAt` is the midnight after the last. In milliseconds. */
  onDays(startsAt: number, endsAt: number): void
  /** The override of a shift gets another end; false if that was refused. */
  onEnd(shift: CalendarShift, endsAt: number): Promise<boolean>
}

const weekday = zonedFormat({ weekday: "short" })
const dayOfMonth = zonedFormat({ day: "numeric" })
const month = zonedFormat({ month: "short" })
/** Everybody in the calendar gets a color, the same in all rotations. */
export function tonesOf(shifts: CalendarShift[]): ReadonlyMap<string, number> {
  const ids = [...new Set(shifts.map(({ user }) => user.id))].toSorted()
  return new Map(ids.map((id, at) => [id, at % 6]))
}

const isFirst = (day: number, at: number) => at === 0 || dateOf(day).getUTCDate() === 1

/** The frame of rows: days above, now as a line. `children` are `CalendarRow`s. */
export function RotationCalendar({ span, children }: { span: CalendarSpan; children: ReactNode }) {
  const now = useNow()
  const today = span.days.findLastIndex((day) => day <= now)
  // Narrow days have no room for the month beside the number.
  const isLong = span.days.length > 14
  return (
    <div
      className="calendar"
      style={{ "--days": span.days.length } as CSSProperties}
      data-long={isLong || undefined}
    >
      <div className="calendar-row calendar-days" aria-hidden="true">
        <span className="calendar-name" />
        <ol>
          {span.days.map((day, at) => {
            const date = new Date(day)
            return (
              <li
                key={day}
                data-today={(at === today && now < span.until) || undefined}
                data-weekend={isWeekend(day) || undefined}
              >
                <span>{(isLong && isFirst(day, at) ? month : weekday).format(date)}</span>
                <strong>
                  {dayOfMonth.format(date)}
                  {!isLong && isFirst(day, at) && ` ${month.format(date)}`}
                </strong>
              </li>
            )
          })}
        </ol>
      </div>
      {children}
    </div>
  )
}

type RowProps = {
  span: CalendarSpan
  /** Names the row for screen readers. */
  label: string
  name?: ReactNode
  shifts: CalendarShift[]
  gaps: CalendarGap[]
  tones: ReadonlyMap<string, number>
  onShift?(shift: CalendarShift): void
  edit?: CalendarEdit | undefined
}

/** Who is on call in one rotation, drawn as bars; gaps are hatched and say so. */
export function CalendarRow(props: RowProps) {
  const { span, label, name, shifts, gaps, tones, onShift, edit } = props
  const now = useNow()
  const chosen = useDays(span, edit?.onDays)
  const bars = [
    ...shifts.map((shift) => ({ shift, text: "", startsAt: shift.startsAt, endsAt: shift.endsAt })),
    ...gaps.map(({ findings, ...gap }) => {
      return { shift: null, ...gap, text: findings.map(({ text }) => text).join(" ") }
    }),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return (
    <div className="calendar-row" role="group" aria-label={label}>
      {name !== undefined && <div className="calendar-name">{name}</div>}
      <div
        className="calendar-lanes"
        data-edit={edit !== undefined || undefined}
        {...chosen.pointer}
      >
        <div className="calendar-grid" aria-hidden="true">
          {span.days.map((day) => (
            <span key={day} data-weekend={isWeekend(day) || undefined} />
          ))}
        </div>
        {edit !== undefined && <DayKeys label={label} chosen={chosen} />}
        <ol className="calendar-track">
          {bars.map((bar) => (
            <Bar
              key={`${bar.startsAt} ${bar.shift?.sourceId ?? "gap"}`}
              {...bar}
              span={span}
              tone={bar.shift === null ? undefined : tones.get(bar.shift.user.id)}
              onShift={onShift}
              onEnd={edit?.onEnd}
            />
          ))}
        </ol>
        {chosen.shown !== null && (
          <span className="calendar-chosen" aria-hidden="true" style={chosen.shown} />
        )}
        {now >= span.from && now < span.until && (
          <span className="calendar-now" aria-hidden="true" style={placeOf(span, now, now)} />
        )}
      </div>
    </div>
  )
}

type BarProps = WordsProps & {
  span: CalendarSpan
  tone: number | undefined
  onShift: ((shift: CalendarShift) => void) | undefined
  onEnd: CalendarEdit["onEnd"] | undefined
}

function Bar({ shift, text, startsAt, endsAt, span, tone, onShift, onEnd }: BarProps) {
  const [moved, setMoved] = useState<number | null>(null)
  // The change is shown until the calendar was read again.
  useEffect(() => setMoved(null), [endsAt])
  const isOverride = shift?.source === "OVERRIDE"
  // The end of an override that reaches beyond the calendar is not in it.
  const end = Date.parse(endsAt)
  const isMovable = isOverride && end > Date.now() && end < span.until
  const words = <Words shift={shift} text={text} startsAt={startsAt} endsAt={endsAt} />
  return (
    <li
      className="calendar-bar"
      data-tone={tone}
      data-gap={shift === null || undefined}
      data-override={isOverride || undefined}
      data-moved={moved !== null || undefined}
      style={placeOf(span, startsAt, moved ?? endsAt)}
      title={`${shift?.user.name ?? `Nobody: ${text}`} ${periodInWords(startsAt, moved ?? endsAt)}`}
    >
      {shift === null || onShift === undefined ? (
        words
      ) : (
        <button type="button" onClick={() => onShift(shift)}>
          {words}
        </button>
      )}
      {isMovable && onEnd !== undefined && (
        <CalendarEdge
          span={span}
          name={shift.user.name}
          startsAt={Date.parse(startsAt)}
          endsAt={moved ?? end}
          onMove={setMoved}
          onEnd={(at) => {
            if (at === end) setMoved(null)
            else void onEnd(shift, at).then((isDone) => !isDone && setMoved(null))
          }}
        />
      )}
    </li>
  )
}

type WordsProps = { shift: CalendarShift | null; text: string; startsAt: string; endsAt: string }

const Words = ({ shift, text, startsAt, endsAt }: WordsProps) => (
  <>
    <span className="calendar-who">{shift?.user.name ?? "Nobody"}</span>
    <span className="unseen">
      {shift === null && `: ${text}`}
      {shift?.source === "OVERRIDE" && " (override)"} from {periodInWords(startsAt, endsAt)}
    </span>
  </>
)
