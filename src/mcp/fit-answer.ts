import type { Place } from "./tool.ts"

/** About 4,000 tokens of JSON. */
const longest = 8500
/** What the list with a cursor keeps for itself where the rest is long. */
const share = 2000

type Answer = Record<string, unknown>

const sizeOf = (value: unknown): number => JSON.stringify(value).length

/**
 * Drops rows from the end of the answer's list until it fits, and names the cursor of the next page. Other lists that
 * are too long lose rows first, and `left_out` says how many.
 *
 * @param list the member that may be cut; null leaves it out of the count.
 */
export function fitAnswer(given: Answer, list: string | null, place: Place | null): Answer {
  const rows = list === null ? undefined : given[list]
  if (list === null || !Array.isArray(rows)) return trimLists(given, longest, list)
  const sizes = rows.map((row) => sizeOf(row) + 1)
  const size = sizes.reduce((sum, one) => sum + one, 1)
  const answer = trimLists(given, longest - Math.min(share, size), list)
  let budget = longest - sizeOf({ ...answer, [list]: [] })
  let kept = 0
  for (const size of sizes) {
    budget -= size
    if (budget < 0 && kept > 0) break
    kept += 1
  }
  const isCut = kept < rows.length
  const next = isCut ? place?.cursors[kept - 1] : place?.end
  return { ...answer, [list]: rows.slice(0, kept), next_cursor: next ?? null }
}

/** Drops the last row of whichever list is longest until all but `except` are within `most` characters. */
function trimLists(answer: Answer, most: number, except: string | null): Answer {
  const lists = new Map<string, unknown[]>()
  for (const [name, value] of Object.entries(answer)) {
    if (name !== except && Array.isArray(value)) lists.set(name, [...value])
  }
  const sizes = new Map([...lists].map(([name, rows]) => [name, sizeOf(rows)]))
  const dropped: Record<string, number> = {}
  let excess = sizeOf(except === null ? answer : { ...answer, [except]: [] }) - most
  while (excess > 0) {
    const [name] = [...sizes].toSorted(([, one], [, other]) => other - one)[0] ?? []
    const row = name === undefined ? undefined : lists.get(name)?.pop()
    if (name === undefined || row === undefined) break
    const size = sizeOf(row) + 1
    excess -= size
    sizes.set(name, (sizes.get(name) ?? 0) - size)
    dropped[name] = (dropped[name] ?? 0) + 1
  }
  if (Object.keys(dropped).length === 0) return answer
  return { ...answer, ...Object.fromEntries(lists), left_out: dropped }
}
