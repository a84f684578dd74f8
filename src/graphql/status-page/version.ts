import { createHash } from "node:crypto"
import type { Day } from "./day.ts"
import type { PageView } from "./view.ts"

/** Tells what a page shows from what it showed before, wherever it was read; the clock alone changes nothing. */
export function versionOf({ at: _at, sections, ...view }: PageView): string {
  const told = sections.map(({ name, components }) => [
    name,
    components.map(({ days, percent, ...component }) => [
      component,
      percent?.toFixed(2),
      days.map((day, at) => dayWords(day, at === days.length - 1)),
    ]),
  ])
  const text = JSON.stringify([view, told])
  return createHash("sha256").update(text).digest("base64url").slice(0, 16)
}

/** A day as finely as it is shown; of the one that runs, what was seen grows with every check. */
const dayWords = ({ date, mark, percent, coverage, downMs }: Day, isToday: boolean): string =>
  [
    date.getTime(),
    mark,
    percent?.toFixed(2),
    isToday ? "" : coverage.toFixed(2),
    Math.round(downMs / 60_000),
  ].join(" ")
