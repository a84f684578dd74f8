import { Link } from "@tanstack/react-router"
import type { CSSProperties } from "react"
import { useProject } from "../project/project-context.ts"
import { dateOf, dayOf, isWeekend } from "../ui/calendar-span.ts"
import { hourClock } from "../ui/hour-clock.ts"
import type { MaintenanceRow } from "./maintenance-documents.ts"
import { stateWord } from "./maintenance-words.ts"
import { monthText, type Placed, type weekOf } from "./month-weeks.ts"
import { zonedFormat } from "../ui/zone.ts"
import { mayPlan } from "./plan-needs.ts"

type Week = ReturnType<typeof weekOf<MaintenanceRow>>

const exact = zonedFormat({ dateStyle: "medium", timeStyle: "short" })
const dayName = zonedFormat({ weekday: "short", month: "short", day: "numeric" })
const startTime = zonedFormat({ hour: "numeric", minute: "2-digit" })
const fullDay = zonedFormat({ dateStyle: "full" })

/** Seven days and their windows as bars; on a phone a list of the windows. */
export function MonthWeek({ week: { days, placed }, month }: { week: Week; month: string }) {
  const { pages, may } = useProject()
  const today = dayOf(Date.now())
  const lines = Math.max(1, ...placed.map(({ line }) => line + 1))
  return (
    <div
      className="month-week"
      data-empty={placed.length === 0 || undefined}
      style={{ "--lines": lines } as CSSProperties}
    >
      <div className="month-grid">
        {days.map((day) => {
          const date = dateOf(day).getUTCDate()
          return (
            <div
              key={day}
              className="month-day"
              data-other={monthText(day) !== month || undefined}
              data-weekend={isWeekend(day) || undefined}
              data-today={dayOf(day) === today || undefined}
            >
              {mayPlan(may) ? (
                <Link
                  {...pages.newMaintenance}
                  search={{ day: dayOf(day) }}
                  aria-label={`Schedule maintenance on ${fullDay.format(day)}`}
                >
                  {date}
                </Link>
              ) : (
                <span>{date}</span>
              )}
            </div>
          )
        })}
      </div>
      <ol className="month-windows">
        {placed.map((one) => (
          <Bar key={one.window.id} placed={one} />
        ))}
      </ol>
    </div>
  )
}

function Bar({ placed }: { placed: Placed<MaintenanceRow> }) {
  const { pages } = useProject()
  hourClock.use()
  const { window, column, span, line, isContinued, continues } = placed
  const { id, title, state, startsAt, endsAt, series } = window
  return (
    <li
      className="month-window"
      data-state={state}
      data-series={series !== null || undefined}
      data-before={isContinued || undefined}
      data-after={continues || undefined}
      style={{ gridColumn: `${column} / span ${span}`, gridRow: line + 1 }}
    >
      <Link
        {...pages.maintenance(id)}
        title={`${title}, ${exact.formatRange(new Date(startsAt), new Date(endsAt))}`}
      >
        <span className="month-when">
          <span className="month-date">{dayName.format(new Date(startsAt))} </span>
          {!isContinued && startTime.format(new Date(startsAt))}
        </span>{" "}
        <span className="clip">{title}</span>
        <span className="unseen">
          , {stateWord[state]}, {exact.formatRange(new Date(startsAt), new Date(endsAt))}
          {series !== null && ", in a series"}
        </span>
      </Link>
    </li>
  )
}
