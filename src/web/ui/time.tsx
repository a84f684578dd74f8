import { hourClock } from "./hour-clock.ts"
import { useNow } from "./use-clock.ts"
import { zonedFormat } from "./zone.ts"

const exact = zonedFormat({ dateStyle: "full", timeStyle: "long" })
const clockTime = zonedFormat({ hour: "numeric", minute: "2-digit", second: "2-digit" })
const toSeconds = zonedFormat({ dateStyle: "medium", timeStyle: "medium" })
const dayAndTime = zonedFormat({ dateStyle: "medium", timeStyle: "short" })

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

/** A relative time; its title is the exact time in the viewer's zone and in UTC. */
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

type Format = ReturnType<typeof zonedFormat>

/** Renders again when the clock is changed. */
function Formatted({ at, format }: At & { format: Format }) {
  hourClock.use()
  return <Moment at={at}>{format.format(new Date(at))}</Moment>
}

export const ClockTime = ({ at }: At) => <Formatted at={at} format={clockTime} />
export const DayAndTime = ({ at }: At) => <Formatted at={at} format={dayAndTime} />

/** With seconds, for timelines of checks. */
export const ExactTime = ({ at }: At) => <Formatted at={at} format={toSeconds} />

const either = /(\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC)/

/** A sentence from the server, with times formatted for the viewer. */
export const WithMoments = ({ text }: { text: string }) => (
  <>
    {text.split(either).map((part, at) => (at % 2 === 0 ? part : <Written key={at} text={part} />))}
  </>
)

const Written = ({ text }: { text: string }) =>
  text.endsWith("UTC") ? (
    <ExactTime at={text.replace(" ", "T").replace(" UTC", "Z")} />
  ) : (
    <DayAndTime at={text} />
  )

/** The exact time is written when the pointer comes, because a list has many and formats are slow. */
const Moment = ({ at, children }: At & { children: string }) => (
  <time
    dateTime={at}
    onPointerEnter={({ currentTarget }) => {
      currentTarget.title = exactly(new Date(at))
    }}
  >
    {children}
  </time>
)

/** In the viewer's zone and in UTC. */
const exactly = (date: Date): string =>
  `${exact.format(date)}\n${date.toISOString().slice(0, 19).replace("T", " ")} UTC`

/** "84 ms", "1.24 s". */
export function millisecondsInWords(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms >= 10_000 ? 1 : 2)} s`
  if (ms > 0 && ms < 0.05) return "< 0.1 ms"
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}
