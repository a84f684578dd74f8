import type { Day, DayMark } from "../../graphql/status-page/day.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import type { Speech } from "./speech.ts"
import { fill } from "./speech.ts"

const step = 4
const height = 32

/** Days in a row that are told alike, drawn as one. */
export type Run = { mark: DayMark; from: number; to: number; words: string }

/** Less than this share of a day not seen is nothing to tell. */
const wholeEnough = 0.995

export function runsOf(days: readonly Day[], speech: Speech): Run[] {
  const runs: Run[] = []
  for (const [at, day] of days.entries()) {
    const words = wordsOf(day, at === days.length - 1, speech)
    const last = runs.at(-1)
    if (last !== undefined && last.mark === day.mark && last.words === words) last.to = at
    else runs.push({ mark: day.mark, from: at, to: at, words })
  }
  return runs
}

/** A day's words without its date. */
function wordsOf(
  { mark, percent, coverage, downMs }: Day,
  isToday: boolean,
  speech: Speech,
): string {
  const { words } = speech
  const isPlain = mark === "operational" || mark === "unseen"
  return [
    words.mark[mark],
    downMs > 0 ? fill(words.downFor, { length: speech.length(downMs) }) : null,
    percent === null || isPlain ? null : speech.percent(percent),
    mark === "unseen" || isToday || coverage >= wholeEnough
      ? null
      : fill(words.partSeen, { percent: speech.wholePercent(coverage * 100) }),
  ]
    .filter((part) => part !== null)
    .join(", ")
}

/**
 * A bar for each day, oldest first. A run of days is one dashed line, which costs a page of a hundred components
 * a tenth of what single bars would.
 */
export function bars(days: readonly Day[], name: string, speech: Speech): Html {
  const runs = runsOf(days, speech)
  const width = days.length * step - 1
  const lines = runs.map(({ mark, from, to, words }) => {
    const title = `${datesOf(days, from, to, speech)}: ${words}`
    return html`<path class="${mark}" d="M${from * step} 16H${to * step + 3}"
      ><title>${title}</title></path
    >`
  })
  const label = speech.plural(speech.words.lastDays, days.length, { name })
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

/**
 * The same in words, newest first, for those who cannot point at a bar: all but the days that were plainly well or
 * not seen at all. Null where there are no others.
 */
export function dayByDay(days: readonly Day[], speech: Speech): Html | null {
  const { words, plural } = speech
  const plain = [words.mark.operational, words.mark.unseen]
  const runs = runsOf(days, speech)
    .filter((run) => !plain.includes(run.words))
    .toReversed()
  if (runs.length === 0) return null
  const count = runs
    .filter(({ mark }) => troubled.has(mark))
    .reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const items = runs.map(
    (run) => html`<li>${datesOf(days, run.from, run.to, speech)}: ${run.words}</li>`,
  )
  return html`<details>
    <summary>${count === 0 ? words.dayByDay : plural(words.daysWithTrouble, count)}</summary>
    <ul>
      ${items}
    </ul>
  </details>`
}

function datesOf(days: readonly Day[], from: number, to: number, speech: Speech): string {
  const [first, last] = [days[from], days[to]]
  if (first === undefined || last === undefined) return ""
  return from === to
    ? speech.day(first.date)
    : `${speech.day(first.date)} – ${speech.day(last.date)}`
}
