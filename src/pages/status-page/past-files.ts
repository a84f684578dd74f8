import { createHash } from "node:crypto"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import type { PastIncident } from "../../graphql/status-pages/status-page/view-past.ts"
import { keyOfMonth, monthAt } from "./history.ts"
import { lookTag } from "./page-layout.ts"

const monthsAtMost = 240

/**
 * A page's documents about the past, newest first, each with a digest of its inputs: it changes only with the
 * document.
 */
export function pastFiles(
  view: PageView,
  incidents: readonly PastIncident[],
  now: Date,
): Map<string, string> {
  const sourceOf = (...parts: unknown[]) => digest([looksOf(view), ...parts])
  const byMonth = Map.groupBy(incidents, ({ startedAt }) => keyOfMonth(startedAt))
  const firstAt = Math.min(
    view.createdAt.getTime(),
    ...incidents.map(({ startedAt }) => startedAt.getTime()),
  )
  const files = new Map<string, string>()
  let month = monthAt(now)
  for (let count = 0; count < monthsAtMost && month.to.getTime() > firstAt; count += 1) {
    const name = keyOfMonth(month.from)
    const keys = (byMonth.get(name) ?? []).map(({ key }) => key)
    // The ways to the months before and after.
    const ways = [firstAt < month.from.getTime(), month.to <= now]
    const source = sourceOf(name, ways, keys)
    if (count === 0) files.set("history", source)
    files.set(`history/${name}`, source)
    month = monthAt(new Date(month.from.getTime() - 1))
  }
  const open = new Set(view.openIncidents.map(({ id }) => id))
  for (const { id, key } of incidents) {
    if (!open.has(id)) files.set(`incidents/${id}`, sourceOf(id, key))
  }
  return files
}

/** Parts that every document of the page contains. */
function looksOf({ name, language, look, createdAt, sections, slug }: PageView) {
  const names = sections.flatMap(({ components }) => components.map((one) => [one.id, one.name]))
  return [lookTag, slug, name, language, look, createdAt, names]
}

const digest = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 16)
