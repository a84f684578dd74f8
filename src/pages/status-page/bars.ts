import type { Day, DayMark } from "../../graphql/status-page/day.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { dayWords, lengthWords } from "./dates.ts"
import { percentWords } from "./words.ts"

const markWords: Record<DayMark, string> = {
  operational: "no trouble",
  degraded: "degraded",
  partial_outage: "partial outage",
  major_outage: "outage",
  maintenance: "maintenance",
  unseen: "not seen",
}

const step = 4
const height = 32

/** Days in a row that are told alike, drawn as one. */
export type Run = { mark: DayMark; from: number; to: number; words: string }

/** Less than this share of a day not seen is nothing to tell. */
const wholeEnough = 0.995

export function runsOf(days: readonly Day[]): Run[] {
  const runs: Run[] = []
  for (const [at, day] of days.entries()) {
    const words = wordsOf(day, at === days.length - 1)
    const last = runs.at(-1)
    if (last !== undefined && last.mark === day.mark && last.words === words) last.to = at
    else runs.push({ mark: day.mark, from: at, to: at, words })
  }
  return runs
}

/** A day's words without its date. */
function wordsOf({ mark, percent, coverage, downMs }: Day, isToday: boolean): string {
  const isPlain = mark === "operational" || mark === "unseen"
  return [
    markWords[mark],
    downMs > 0 ? `${lengthWords(downMs)} down` : null,
    percent === null || isPlain ? null : percentWords(percent),
    mark === "unseen" || isToday || coverage >= wholeEnough
      ? null
      : `${Math.floor(coverage * 100)}% seen`,
  ]
    .filter((part) => part !== null)
    .join(", ")
}

/**
 * A bar for each day, oldest first. A run of days is one dashed line, which costs a page of a hundred components
 * a tenth of what single bars would.
 */
export function bars(days: readonly Day[], name: string): Html {
  const runs = runsOf(days)
  const width = days.length * step - 1
  const lines = runs.map(({ mark, from, to, words }) => {
    const title = `${datesOf(days, from, to)}: ${words}`
    return html`<path class="${mark}" d="M${from * step} 16H${to * step + 3}"
      ><title>${title}</title></path
    >`
  })
  const label = `${name}, the last ${days.length} days`
  return html`<svg
    class="bars"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${label}"
  >
    ${lines}
  </svg>`
}

const troubled: ReadonlySet<DayMark> = new Set(["degraded", "partial_outage", "major_outage"])

/** The same in words, newest first, for those who cannot point at a bar; null where all was well. */
export function troubles(days: readonly Day[]): Html | null {
  const runs = runsOf(days)
    .filter(({ mark }) => troubled.has(mark))
    .toReversed()
  if (runs.length === 0) return null
  const count = runs.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const items = runs.map(
    ({ from, to, words }) => html`<li>${datesOf(days, from, to)}: ${words}</li>`,
  )
  return html`<details>
    <summary>${count === 1 ? "1 day" : `${count} days`} with trouble</summary>
    <ul>
      ${items}
    </ul>
  </details>`
}

function datesOf(days: readonly Day[], from: number, to: number): string {
  const [first, last] = [days[from], days[to]]
  if (first === undefined || last === undefined) return ""
  return from === to ? dayWords(first.date) : `${dayWords(first.date)} – ${dayWords(last.date)}`
}
