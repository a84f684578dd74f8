import type { CSSProperties, ReactNode } from "react"
import { useNow } from "../ui/use-clock.ts"
import type { CalendarSpan } from "../ui/calendar-span.ts"
import "./person.css"
import "./rotation-calendar.css"

export type CalendarShift = {
  startsAt: string
  endsAt: string
  source: "LAYER" | "CALENDAR" | "OVERRIDE"
  sourceId: string
  user: { id: string; name: string }
}
type CalendarGap = { startsAt: string; endsAt: string; text: string }

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" })
const dayOfMonth = new Intl.DateTimeFormat(undefined, { day: "numeric" })
const month = new Intl.DateTimeFormat(undefined, { month: "short" })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })

/** Where a period lies in the calendar, in percent of its width. */
function placeOf(
  { from, until }: CalendarSpan,
  startsAt: string | number,
  endsAt: string | number,
): CSSProperties {
  const share = (at: string | number) =>
    Math.min(1, Math.max(0, (new Date(at).getTime() - from) / (until - from))) * 100
  const start = share(startsAt)
  return { insetInlineStart: `${start}%`, width: `${share(endsAt) - start}%` }
}

export const periodInWords = (startsAt: string | number, endsAt: string | number): string =>
  `${exact.format(new Date(startsAt))} to ${exact.format(new Date(endsAt))}`

/** Everybody in the calendar gets a color, the same in all rotations. */
export function tonesOf(shifts: CalendarShift[]): ReadonlyMap<string, number> {
  const ids = [...new Set(shifts.map(({ user }) => user.id))].toSorted()
  return new Map(ids.map((id, at) => [id, at % 6]))
}

/** The frame of rows: days above, now as a line. `children` are `CalendarRow`s. */
export function RotationCalendar({ span, children }: { span: CalendarSpan; children: ReactNode }) {
  const now = useNow()
  const today = span.days.findLastIndex((day) => day <= now)
  return (
    <div
      className="calendar"
      style={{ "--days": span.days.length } as CSSProperties}
      data-long={span.days.length > 14 || undefined}
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
                data-weekend={date.getDay() % 6 === 0 || undefined}
              >
                <span>{weekday.format(date)}</span>
                <strong>
                  {dayOfMonth.format(date)}
                  {(at === 0 || date.getDate() === 1) && ` ${month.format(date)}`}
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
  /** Overrides, swaps and what is being dragged. */
  children?: ReactNode
}

/** Who is on call in one rotation, drawn as bars; gaps are hatched and say so. */
export function CalendarRow(props: RowProps) {
  const { span, label, name, shifts, gaps, tones, onShift, children } = props
  const now = useNow()
  const bars = [
    ...shifts.map((shift) => ({ shift, text: "", startsAt: shift.startsAt, endsAt: shift.endsAt })),
    ...gaps.map((gap) => ({ shift: null, ...gap })),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return (
    <div className="calendar-row" role="group" aria-label={label}>
      {name !== undefined && <div className="calendar-name">{name}</div>}
      <div className="calendar-lanes">
        <div className="calendar-grid" aria-hidden="true">
          {span.days.map((day) => (
            <span key={day} data-weekend={new Date(day).getDay() % 6 === 0 || undefined} />
          ))}
        </div>
        <ol className="calendar-track">
          {bars.map(({ shift, text, startsAt, endsAt }) => (
            <li
              key={`${startsAt} ${shift?.sourceId ?? "gap"}`}
              className="calendar-bar"
              data-tone={shift === null ? undefined : tones.get(shift.user.id)}
              data-gap={shift === null || undefined}
              data-override={shift?.source === "OVERRIDE" || undefined}
              style={placeOf(span, startsAt, endsAt)}
              title={`${shift?.user.name ?? `Nobody: ${text}`} ${periodInWords(startsAt, endsAt)}`}
            >
              {shift === null || onShift === undefined ? (
                <Words shift={shift} text={text} startsAt={startsAt} endsAt={endsAt} />
              ) : (
                <button type="button" onClick={() => onShift(shift)}>
                  <Words shift={shift} text={text} startsAt={startsAt} endsAt={endsAt} />
                </button>
              )}
            </li>
          ))}
        </ol>
        {children}
        {now >= span.from && now < span.until && (
          <span className="calendar-now" aria-hidden="true" style={placeOf(span, now, now)} />
        )}
      </div>
    </div>
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
