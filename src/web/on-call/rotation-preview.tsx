import { useMemo, type CSSProperties } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { textOf } from "../ui/finding-words.ts"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { useSettled } from "../ui/use-settled.ts"
import { Avatar } from "./person.tsx"
import { spanOf, dayOf, type CalendarSpan } from "../ui/calendar-span.ts"
import { periodInWords } from "./calendar-place.ts"
import { CalendarRow, tonesOf } from "./rotation-calendar.tsx"
import { RotationPreview } from "./rotation-documents.ts"
import { inputOf, type DraftLayer } from "./rotation-draft.ts"
import { zonedFormat } from "../ui/zone.ts"
import { useFirstDay } from "./use-first-day.ts"
import "./on-call.css"

const weeks = 4
const date = zonedFormat({ dateStyle: "short" })
const shownShifts = 12

/** Who would be on call in the next four weeks by what is in the form. */
export function Preview({ timeZone, layers }: { timeZone: string; layers: DraftLayer[] }) {
  const { id: projectId } = useProject()
  const first = useFirstDay()
  const span = useMemo(() => spanOf(dayOf(first), weeks * 7), [first])
  const wanted = JSON.stringify({ timeZone, layers: layers.map(inputOf) })
  const asked = useSettled(wanted)
  const read = JSON.parse(asked) as { timeZone: string; layers: ReturnType<typeof inputOf>[] }
  const isEmpty = read.layers.every(({ participantIds }) => participantIds.length === 0)
  const { data, error } = useRead(
    RotationPreview,
    {
      projectId,
      ...read,
      layers: read.layers.filter(({ participantIds }) => participantIds.length > 0),
      from: new Date(span.from).toISOString(),
      until: new Date(span.until).toISOString(),
    },
    { pause: isEmpty },
  )
  const { shifts = [], gaps = [], idleLayers = [] } = isEmpty ? {} : (data?.rotationPreview ?? {})
  // The server numbers only layers that have people.
  const isWhole = read.layers.every(({ participantIds }) => participantIds.length > 0)
  const idle = isWhole ? idleLayers : []
  const tones = tonesOf(shifts)
  const now = new Date().toISOString()
  const next = [
    ...shifts.map((shift) => ({ ...shift, name: shift.user.name })),
    ...gaps.map((gap) => ({ ...gap, name: null, user: null })),
  ]
    .filter(({ endsAt }) => endsAt > now)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return (
    <section className="pane" aria-labelledby="preview">
      <h2 id="preview">Next {weeks} weeks</h2>
      {isEmpty && <p className="muted small">Add people to see whose turn it is.</p>}
      {!isEmpty && error !== null && <p className="muted small">{error}</p>}
      {idle.map((layer) => (
        <p key={textOf([layer])} className="readiness-line">
          <Glyph mood="warning" size={16} />
          <span>
            <Findings of={[layer]} />
          </span>
        </p>
      ))}
      {shifts.length > 0 && (
        <div className="preview-weeks">
          {Array.from({ length: weeks }, (_unused, week) => {
            const part = weekOf(span, week)
            const inside = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
              Date.parse(startsAt) < part.until && Date.parse(endsAt) > part.from
            return (
              <div
                key={week}
                className="calendar"
                data-bare
                style={{ "--days": 7 } as CSSProperties}
              >
                <CalendarRow
                  span={part}
                  label={`Week of ${date.format(part.from)}`}
                  shifts={shifts.filter(inside)}
                  gaps={gaps.filter(inside)}
                  tones={tones}
                />
              </div>
            )
          })}
        </div>
      )}
      {next.length > 0 && (
        <ol className="preview-shifts stack tight">
          {next.slice(0, shownShifts).map(({ startsAt, endsAt, name, user }) => (
            <li key={startsAt} data-gap={name === null || undefined}>
              {name !== null && user !== null && (
                <Avatar name={name} tone={tones.get(user.id)} isSmall />
              )}
              <span>
                <strong>{name ?? "Nobody"}</strong>
                <span className="muted small">{periodInWords(startsAt, endsAt)}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function weekOf({ days, until }: CalendarSpan, week: number): CalendarSpan {
  const part = days.slice(week * 7, week * 7 + 7)
  return { from: part[0] ?? until, until: days[week * 7 + 7] ?? until, days: part }
}
