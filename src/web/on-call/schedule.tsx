import { useNow } from "../ui/use-clock.ts"
import type { RotationRow } from "./on-call-documents.ts"

const dayMs = 86_400_000
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" })
const dayOfMonth = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })

type Bar = { startsAt: string; endsAt: string; name: string | null; tone: number; text: string }

/** The coming days as one bar: each person's shifts in one color, gaps hatched. */
export function Schedule({
  rotation: { name, shifts, gaps },
  from,
  days,
}: {
  rotation: RotationRow
  from: string
  days: number
}) {
  const start = Date.parse(from)
  const whole = days * dayMs
  const place = (at: string) => `${((Date.parse(at) - start) / whole) * 100}%`
  const people = [...new Set(shifts.map(({ user }) => user.id))]
  const bars: Bar[] = [
    ...shifts.map((shift) => ({
      ...shift,
      name: shift.user.name,
      tone: people.indexOf(shift.user.id) % 6,
      text: shift.source === "OVERRIDE" ? `${shift.user.name} (override)` : shift.user.name,
    })),
    ...gaps.map((gap) => ({ ...gap, name: null, tone: -1 })),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  const now = useNow()
  return (
    <div className="schedule" role="group" aria-label={`${name}, the next ${days} days`}>
      <ol className="schedule-days" aria-hidden="true">
        {Array.from({ length: days }, (_unused, at) => {
          const day = new Date(start + at * dayMs + dayMs / 2)
          return (
            <li key={at}>
              {weekday.format(day)} <span>{dayOfMonth.format(day)}</span>
            </li>
          )
        })}
      </ol>
      <ol className="schedule-line">
        {bars.map(({ startsAt, endsAt, name: who, tone, text }) => (
          <li
            key={startsAt}
            className="schedule-bar"
            data-tone={tone}
            style={{
              insetInlineStart: place(startsAt),
              width: `calc(${place(endsAt)} - ${place(startsAt)})`,
            }}
            title={`${text}: ${range(startsAt, endsAt)}`}
          >
            <span>{who ?? "Nobody"}</span>
            <span className="unseen">
              {who === null && `: ${text}`} from {range(startsAt, endsAt)}
            </span>
          </li>
        ))}
        {now >= start && now < start + whole && (
          <li
            className="schedule-now"
            aria-hidden="true"
            style={{ insetInlineStart: place(new Date(now).toISOString()) }}
          />
        )}
      </ol>
    </div>
  )
}

const range = (from: string, until: string) =>
  `${moment.format(new Date(from))} to ${moment.format(new Date(until))}`
