import type { ResponseTimes } from "../../graphql/status-page/view-response-times.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import type { Speech } from "./speech.ts"

const height = 32
const step = 4

type Point = { x: number; ms: number }

/**
 * A line of the last hours with its text beside it; nothing where too little was answered for a line. From zero up,
 * so that a slow hour looks as slow as it was.
 */
export function responseTimes(times: ResponseTimes | null, name: string, speech: Speech): Html {
  const known = (times?.medians ?? []).filter((ms) => ms !== null)
  if (times === null || known.length < 2) return html``
  const { words, milliseconds, plural } = speech
  const sorted = known.toSorted((one, other) => one - other)
  const usual = milliseconds(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0)
  const longest = sorted.at(-1) ?? 0
  const label = plural(words.responseTimes, times.hours, {
    name,
    usual,
    longest: milliseconds(longest),
  })
  const y = (ms: number) => round(height - 1 - (ms / Math.max(longest, 1)) * (height - 3))
  const lines = stretches(times.medians)
  const draw = (line: Point[]) => line.map(({ x, ms }) => `${x} ${y(ms)}`).join("L")
  const path = lines.map((line) => `M${draw(line)}`).join("")
  const area = lines.map((line) => areaOf(line, draw(line))).join("")
  return html`<p class="times">
    <span>${words.responseTime}</span>
    <svg
      viewBox="0 0 ${(times.medians.length - 1) * step} ${height}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${label}"
    >
      <title>${label}</title>
      <path class="area" d="${area}" />
      <path d="${path}" vector-effect="non-scaling-stroke" />
    </svg>
    <span>${usual}</span>
  </p>`
}

/** Where nothing was answered the line breaks off; a step alone is a short dash. */
function stretches(medians: readonly (number | null)[]): Point[][] {
  const lines: Point[][] = []
  for (const [at, ms] of medians.entries()) {
    if (ms === null) continue
    const goesOn = at > 0 && medians[at - 1] !== null
    const line = goesOn ? (lines.pop() ?? []) : []
    lines.push([...line, { x: at * step, ms }])
  }
  return lines.map((line) => {
    const [only, ...more] = line
    return only === undefined || more.length > 0 ? line : [only, { ...only, x: only.x + 1 }]
  })
}

const areaOf = (line: Point[], drawn: string): string =>
  `M${line[0]?.x ?? 0} ${height}L${drawn}V${height}Z`

const round = (value: number): number => Math.round(value * 10) / 10
