import type { Place } from "./tool.ts"

/** About 4,000 tokens of JSON. */
const longest = 8500

/**
 * Drops rows from the end of the answer's list until it fits, and names the cursor of the next page.
 *
 * @param list the member that may be cut; null leaves the answer as it is.
 */
export function fitAnswer(
  answer: Record<string, unknown>,
  list: string | null,
  place: Place | null,
): Record<string, unknown> {
  const rows = list === null ? undefined : answer[list]
  if (list === null || !Array.isArray(rows)) return answer
  let budget = longest - JSON.stringify({ ...answer, [list]: [] }).length
  let kept = 0
  for (const row of rows) {
    budget -= JSON.stringify(row).length + 1
    if (budget < 0 && kept > 0) break
    kept += 1
  }
  const isCut = kept < rows.length
  const next = isCut ? place?.cursors[kept - 1] : place?.end
  return { ...answer, [list]: rows.slice(0, kept), next_cursor: next ?? null }
}
