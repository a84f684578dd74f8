import { percentInWords } from "../ui/percent.ts"
import { coverageInWords } from "./monitor-messages.ts"

type Day = {
  from: string
  percent: number | null
  coverage: number
  offlineSeconds: number
  degradedSeconds: number
  maintenanceSeconds: number
  excludedSeconds: number
}

const width = 8
const height = 36
/** One bar per day, colored by its worst status; a day without data is a stub. */
export function Days({ days }: { days: readonly Day[] }) {
  return (
    <figure className="days">
      <DayBars days={days} label={`The last ${days.length} days`} timeZone="UTC" />
      <figcaption className="muted small">
        <span>{days.length} days ago</span>
        <span>{summaryOf(days)}</span>
        <span>Today</span>
      </figcaption>
    </figure>
  )
}

type BarsProps = {
  days: readonly Day[]
  label: string
  /** In which the days begin. */
  timeZone: string
  /** Bars drawn; days that have not begun are left empty. */
  count?: number
}

export function DayBars({ days, label, timeZone, count = days.length }: BarsProps) {
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone })
  return (
    <svg
      viewBox={`0 0 ${count * width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${summaryOf(days)}.`}
    >
      {days.map((day, at) => (
        <rect
          key={day.from}
          data-mood={moodOf(day)}
          x={at * width + 1}
          y={day.percent === null ? height - 6 : 0}
          width={width - 2}
          height={day.percent === null ? 6 : height}
          rx={2}
        >
          <title>{`${date.format(new Date(day.from))} (${timeZone}), ${wordsOf(day)}`}</title>
        </rect>
      ))}
    </svg>
  )
}

function summaryOf(days: readonly Day[]): string {
  const bad = days.filter(({ offlineSeconds }) => offlineSeconds > 0).length
  const unseen = days.filter(({ percent }) => percent === null).length
  return [
    bad === 0 ? "No outages" : `Outages on ${bad} ${bad === 1 ? "day" : "days"}`,
    ...(unseen > 0 ? [`no data for ${unseen}`] : []),
  ].join(", ")
}

function moodOf({ percent, offlineSeconds, degradedSeconds }: Day): string {
  if (percent === null) return "unknown"
  if (offlineSeconds > 0) return "bad"
  return degradedSeconds > 0 ? "warning" : "good"
}

function wordsOf(day: Day): string {
  const parts = [
    day.percent === null
      ? "no data"
      : `${percentInWords(day.percent)} ${coverageInWords(day.coverage)}`.trim(),
    ...times.flatMap(([key, word]) => (day[key] >= 1 ? [`${inWords(day[key])} ${word}`] : [])),
  ]
  return parts.join(", ")
}

const times = [
  ["offlineSeconds", "offline"],
  ["degradedSeconds", "degraded"],
  ["maintenanceSeconds", "maintenance"],
  ["excludedSeconds", "excluded by corrections"],
] as const

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`
}
