import type { Day, DayMark } from "../../graphql/status-pages/status-page/page-day.ts"
import { html, type Html } from "../../platform/html.ts"
import { fill, type Locale } from "./locale.ts"

const step = 4
const height = 32

/** Consecutive days with the same text, drawn as one bar. */
export type Run = { mark: DayMark; from: number; to: number; words: string }

/** Smaller gaps of a day are not mentioned. */
const wholeEnough = 0.995

export function runsOf(days: readonly Day[], locale: Locale): Run[] {
  const runs: Run[] = []
  for (const [at, day] of days.entries()) {
    const words = wordsOf(day, at === days.length - 1, locale)
    const last = runs.at(-1)
    if (last !== undefined && last.mark === day.mark && last.words === words) last.to = at
    else runs.push({ mark: day.mark, from: at, to: at, words })
  }
  return runs
}

/** A day's text without its date. */
function wordsOf(
  { mark, percent, coverage, downMs, excludedMs }: Day,
  isToday: boolean,
  locale: Locale,
): string {
  const { words } = locale
  const isPlain = mark === "operational" || mark === "unseen"
  return [
    words.mark[mark],
    downMs > 0 ? fill(words.downFor, { length: locale.length(downMs) }) : null,
    percent === null || isPlain ? null : locale.percent(percent),
    excludedMs > 0 ? fill(words.excluded, { length: locale.length(excludedMs) }) : null,
    mark === "unseen" || isToday || coverage >= wholeEnough
      ? null
      : fill(words.partSeen, { percent: locale.wholePercent(coverage * 100) }),
  ]
    .filter((part) => part !== null)
    .join(", ")
}

/**
 * A bar for each day, oldest first. A run of days is one dashed line, which costs a page of a hundred components
 * a tenth of what single bars would.
 */
export function bars(days: readonly Day[], name: string, locale: Locale): Html {
  const runs = runsOf(days, locale)
  const width = days.length * step - 1
  const lines = runs.map(({ mark, from, to, words }) => {
    const title = `${datesOf(days, from, to, locale)}: ${words}`
    return html`<path class="${mark}" d="M${from * step} 16H${to * step + 3}"
      ><title>${title}</title></path
    >`
  })
  const label = locale.plural(locale.words.lastDays, days.length, { name })
  return html`<svg
    class="bars"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${label}"
    data-from="${days[0]?.date.toISOString().slice(0, 10) ?? ""}"
    data-days="${days.length}"
  >
    ${lines}
  </svg>`
}

/**
 * The same as text, newest first, for people who cannot hover: all days except those fully operational or without
 * data. Null if there are none.
 */
export function dayByDay(days: readonly Day[], locale: Locale): Html | null {
  const { words } = locale
  const plain = [words.mark.operational, words.mark.unseen]
  const runs = runsOf(days, locale)
    .filter((run) => !plain.includes(run.words))
    .toReversed()
  if (runs.length === 0) return null
  const items = runs.map(
    ({ mark, from, to, words }) =>
      html`<li>
        <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
          <path class="${mark}" stroke-width="8" d="M0 4H8" />
        </svg>
        ${datesOf(days, from, to, locale)}: ${words}
      </li>`,
  )
  return html`<ul class="days">
    ${items}
  </ul>`
}

function datesOf(days: readonly Day[], from: number, to: number, locale: Locale): string {
  const [first, last] = [days[from], days[to]]
  if (first === undefined || last === undefined) return ""
  return from === to
    ? locale.day(first.date)
    : `${locale.day(first.date)} – ${locale.day(last.date)}`
}
