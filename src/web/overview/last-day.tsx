import { percentInWords } from "../ui/percent.ts"
import { durationInWords } from "../ui/time.tsx"
import { upOf } from "./hours.ts"
import type { Hour } from "./overview-documents.ts"
import { zonedFormat } from "../ui/zone.ts"
import "./last-day.css"

const clock = zonedFormat({ hour: "numeric", minute: "2-digit" })
const timeOf = (at: string) => clock.format(new Date(at))

/** One column per hour with failures at its top; unknown time is hatched, and an hour without data is a stub. */
export function LastDay({ hours }: { hours: Hour[] }) {
  const first = hours[0]
  const up = upOf(hours)
  return (
    <figure className="last-day">
      <div className="last-day-hours" role="img" aria-label={daysSummary(hours)}>
        {hours.map((hour) => (
          <span key={hour.from} className="last-day-hour" title={hourInWords(hour)}>
            {partsOf(hour).map(({ state, share }) => (
              <span key={state} data-state={state} style={{ height: `${share * 100}%` }} />
            ))}
          </span>
        ))}
      </div>
      <figcaption className="muted small">
        <span>{first && timeOf(first.from)}</span>
        <span>Last 24 hours · {up === null ? "no data yet" : `${percentInWords(up)} up`}</span>
        <span>Now</span>
      </figcaption>
    </figure>
  )
}

/** Least height of a failure, so that a short one is visible. */
const leastShare = 0.12

type Part = { state: "unknown" | "offline" | "degraded" | "operational" | "none"; share: number }

/** From top to bottom; the shares of an hour with data add up to 1. */
function partsOf(hour: Hour): Part[] {
  const known = hour.operationalSeconds + hour.degradedSeconds + hour.offlineSeconds
  if (known === 0) return [{ state: "none", share: 0.12 }]
  const whole = known + hour.unknownSeconds
  const tops = (["unknown", "offline", "degraded"] as const).flatMap((state) => {
    const seconds = hour[`${state}Seconds`]
    return seconds < 1 ? [] : [{ state, share: Math.max(leastShare, seconds / whole) }]
  })
  const top = tops.reduce((sum, { share }) => sum + share, 0)
  if (top < 1) return [...tops, { state: "operational", share: 1 - top }]
  return tops.map(({ state, share }) => ({ state, share: share / top }))
}

function hourInWords(hour: Hour): string {
  const span = `${timeOf(hour.from)}–${timeOf(hour.to)}`
  if (hour.percent === null) return `${span}: no data`
  const parts = (["offline", "degraded", "unknown", "maintenance"] as const).flatMap((state) => {
    const seconds = hour[`${state}Seconds`]
    return seconds < 1 ? [] : [`${durationInWords(seconds * 1000)} ${state}`]
  })
  return `${span}: ${[`${percentInWords(hour.percent)} up`, ...parts].join(", ")}`
}

function daysSummary(hours: Hour[]): string {
  const up = upOf(hours)
  if (up === null) return "All monitors in the last 24 hours: no data yet."
  const bad = hours.filter(({ offlineSeconds }) => offlineSeconds >= 1)
  const none = hours.filter(({ percent }) => percent === null)
  const worst = bad.toSorted((one, other) => other.offlineSeconds - one.offlineSeconds)[0]
  const failures =
    worst === undefined
      ? "No outages"
      : `Outages in ${bad.length === 1 ? "one hour" : `${bad.length} hours`}, most of them ${hourInWords(worst)}`
  const gaps = none.length === 0 ? "" : `. No data for ${none.length} of ${hours.length} hours`
  return `All monitors in the last 24 hours: ${percentInWords(up)} up. ${failures}${gaps}.`
}
