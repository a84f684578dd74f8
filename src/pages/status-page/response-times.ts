import type { ResponseTimes } from "../../graphql/status-pages/status-page/view-response-times.ts"
import { html, type Html } from "../../platform/html.ts"
import type { Locale } from "./locale.ts"

const height = 48
const step = 4

type Point = { x: number; ms: number }

/**
 * A line chart of recent response times with a text; nothing if there is too little data. Starts at zero, so that
 * proportions are visible.
 */
export function responseTimes(times: ResponseTimes | null, name: string, locale: Locale): Html {
  const known = (times?.medians ?? []).filter((ms) => ms !== null)
  if (times === null || known.length < 2) return html``
  const { words, milliseconds, plural } = locale
  const sorted = known.toSorted((one, other) => one - other)
  const usual = milliseconds(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0)
  const longest = sorted.at(-1) ?? 0
  const label = plural(words.responseTimes, times.hours, {
    name,
    usual,
    longest: milliseconds(longest),
  })
  const top = roundAbove(longest)
  const width = (times.medians.length - 1) * step
  const y = (ms: number) => round(height - (ms / top) * height)
  const lines = stretches(times.medians)
  const draw = (line: Point[]) => line.map(({ x, ms }) => `${x} ${y(ms)}`).join("L")
  const path = lines.map((line) => `M${draw(line)}`).join("")
  const area = lines.map((line) => areaOf(line, draw(line))).join("")
  return html`<div class="times">
    <p class="scale">
      <span>${words.responseTime} · ${usual}</span
      ><span aria-hidden="true">${milliseconds(top)}</span>
    </p>
    <svg
      viewBox="0 0 ${width} ${height}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${label}"
    >
      <title>${label}</title>
      <path class="grid" d="M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}" />
      <path class="area" d="${area}" />
      <path d="${path}" />
    </svg>
    <p class="scale">
      <span>${locale.hoursAgo(times.hours)}</span><span>${locale.hoursAgo(0)}</span>
    </p>
  </div>`
}

/** The next of 1, 2, 5, 10, 20 and so on, so that the scale is read at a glance and seldom changes. */
export function roundAbove(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(ms, 1)))
  return ([1, 2, 5].find((digit) => digit * power >= ms) ?? 10) * power
}

/** Splits the line at gaps; a single step becomes a short dash. */
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
