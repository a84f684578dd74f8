import type { HourClock } from "./hour-clock.ts"
import { hour12Of, hourClock } from "./hour-clock.ts"
import { useNow } from "./use-clock.ts"

const exact = new Intl.DateTimeFormat(undefined, {
  dateStyle: "full",
  timeStyle: "long",
})
const clockTime = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const
const toSeconds = { dateStyle: "medium", timeStyle: "medium" } as const
const dayAndTime = { dateStyle: "medium", timeStyle: "short" } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are costly to make; there are few. */
function formatOf(options: Intl.DateTimeFormatOptions, clock: HourClock): Intl.DateTimeFormat {
  const key = `${JSON.stringify(options)} ${clock}`
  const made =
    formats.get(key) ?? new Intl.DateTimeFormat(undefined, { ...options, ...hour12Of(clock) })
  formats.set(key, made)
  return made
}

const steps: [seconds: number, unit: string][] = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
]

/** "4 min", "2 h 5 min", "3 d 4 h": the two largest non-zero units. */
export function durationInWords(ms: number): string {
  let rest = Math.max(0, Math.round(ms / 1000))
  if (rest < 60) return `${rest} s`
  const parts: string[] = []
  for (const [seconds, unit] of steps) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) parts.push(`${count} ${unit}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(" ")
}

/** The largest unit, for relative times. */
function distanceInWords(ms: number): string {
  const seconds = Math.abs(ms) / 1000
  const step = steps.find(([size]) => seconds >= size)
  return step === undefined
    ? `${Math.round(seconds)} s`
    : `${Math.floor(seconds / step[0])} ${step[1]}`
}

type At = { at: string }

/** A relative time; its title is the exact time in the viewer's zone. */
export function Ago({ at }: At) {
  const ms = useNow() - Date.parse(at)
  const words =
    Math.abs(ms) < 5000
      ? "just now"
      : ms > 0
        ? `${distanceInWords(ms)} ago`
        : `in ${distanceInWords(ms)}`
  return <Moment at={at}>{words}</Moment>
}

/** How long a state has lasted. */
export function Since({ at, until }: At & { until?: string | null }) {
  const now = useNow()
  const end = until === null || until === undefined ? now : Date.parse(until)
  return <Moment at={at}>{durationInWords(end - Date.parse(at))}</Moment>
}

export const ClockTime = ({ at }: At) => (
  <Moment at={at}>{formatOf(clockTime, hourClock.use()).format(new Date(at))}</Moment>
)
export const DayAndTime = ({ at }: At) => (
  <Moment at={at}>{formatOf(dayAndTime, hourClock.use()).format(new Date(at))}</Moment>
)

/** With seconds, for stories of checks. */
export const ExactTime = ({ at }: At) => (
  <Moment at={at}>{formatOf(toSeconds, hourClock.use()).format(new Date(at))}</Moment>
)

const written = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/

/** A sentence from the server, with times formatted for the viewer. */
export const WithMoments = ({ text }: { text: string }) => (
  <>
    {text
      .split(written)
      .map((part, at) => (written.test(part) ? <DayAndTime key={at} at={part} /> : part))}
  </>
)

/** The same as plain text, for Markdown. */
export function useTextWithMoments(text: string): string {
  const format = formatOf(dayAndTime, hourClock.use())
  return text.replaceAll(new RegExp(written, "g"), (at) => format.format(new Date(at)))
}

function Moment({ at, children }: At & { children: string }) {
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {children}
    </time>
  )
}

/** "84 ms", "1.24 s". */
export function millisecondsInWords(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms >= 10_000 ? 1 : 2)} s`
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}
