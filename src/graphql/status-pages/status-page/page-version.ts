import { createHash } from "node:crypto"
import { dayMs, hourMs } from "../../monitoring/check/check-uptime.ts"
import type { Day } from "./page-day.ts"
import type { PageView } from "./view-page.ts"

/** A hash of what a page shows, wherever it was read; the clock alone does not change it. */
export function versionOf({ at: _at, sections, ...view }: PageView): string {
  const announced = sections.map(({ name, isCollapsed, components }) => [
    name,
    isCollapsed,
    components.map(({ days, percent, seenMs, ...component }) => [
      component,
      percent?.toFixed(2),
      // Hours and then days: the minutes of the first hour would change with every check.
      Math.floor((seenMs ?? 0) / ((seenMs ?? 0) < dayMs ? hourMs : dayMs)),
      days.map((day, at) => dayWords(day, at === days.length - 1)),
    ]),
  ])
  const text = JSON.stringify([view, announced])
  return createHash("sha256").update(text).digest("base64url").slice(0, 16)
}

/** A day at the precision shown; for the current day, without the time that grows with every check. */
const dayWords = (
  { date, mark, percent, coverage, downMs, excludedMs }: Day,
  isToday: boolean,
): string =>
  [
    date.getTime(),
    mark,
    percent?.toFixed(2),
    isToday ? "" : coverage.toFixed(2),
    Math.round(downMs / 60_000),
    Math.round(excludedMs / 60_000),
  ].join(" ")
