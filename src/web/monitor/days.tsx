import { coverageInWords, percentInWords } from "./monitor-messages.ts"

type Day = {
  from: string
  percent: number | null
  coverage: number
  offlineSeconds: number
  degradedSeconds: number
  maintenanceSeconds: number
}

const width = 8
const height = 36
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" })

/** One bar per day, colored by its worst status; a day without data is a stub. */
export function Days({ days }: { days: readonly Day[] }) {
  const bad = days.filter(({ offlineSeconds }) => offlineSeconds > 0).length
  const unseen = days.filter(({ percent }) => percent === null).length
  const summary = [
    bad === 0 ? "No outages" : `Outages on ${bad} ${bad === 1 ? "day" : "days"}`,
    ...(unseen > 0 ? [`no data for ${unseen}`] : []),
  ].join(", ")
  return (
    <figure className="days">
      <svg
        viewBox={`0 0 ${days.length * width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The last ${days.length} days: ${summary}.`}
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
            <title>{wordsOf(day)}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="muted small">
        <span>{days.length} days ago</span>
        <span>{summary}</span>
        <span>Today</span>
      </figcaption>
    </figure>
  )
}

function moodOf({ percent, offlineSeconds, degradedSeconds }: Day): string {
  if (percent === null) return "unknown"
  if (offlineSeconds > 0) return "bad"
  return degradedSeconds > 0 ? "warning" : "good"
}

function wordsOf(day: Day): string {
  const parts = [
    `${date.format(new Date(day.from))} (UTC)`,
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
] as const

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`
}
