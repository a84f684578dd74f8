import { createHash } from "node:crypto"
import type { Day } from "./page-day.ts"
import type { PageView } from "./view-page.ts"

/** A hash of what a page shows, wherever it was read; the clock alone does not change it. */
export function versionOf({ at: _at, sections, ...view }: PageView): string {
  const announced = sections.map(({ name, components }) => [
    name,
    components.map(({ days, percent, ...component }) => [
      component,
      percent?.toFixed(2),
      days.map((day, at) => dayWords(day, at === days.length - 1)),
    ]),
  ])
  const text = JSON.stringify([view, announced])
  return createHash("sha256").update(text).digest("base64url").slice(0, 16)
}

/** A day at the precision shown; for the current day, without the time that grows with every check. */
const dayWords = ({ date, mark, percent, coverage, downMs }: Day, isToday: boolean): string =>
  [
    date.getTime(),
    mark,
    percent?.toFixed(2),
    isToday ? "" : coverage.toFixed(2),
    Math.round(downMs / 60_000),
  ].join(" ")
