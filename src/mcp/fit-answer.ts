import type { Place } from "./tool.ts"

/** About 4,000 tokens of JSON. */
const longest = 8500
/** What the list with a cursor keeps for itself where the rest is long. */
const share = 2000

type Answer = Record<string, unknown>

const sizeOf = (value: unknown): number => JSON.stringify(value).length

/** An answer and the same as JSON. */
type Fitted = { answer: Answer; text: string }

/**
 * Drops rows from the end of the answer's list until it fits, and names the cursor of the next page. Findings that a
 * row says in words go before any row does, then rows of other lists that are too long: `left_out` says how many.
 * What fits is written as JSON once.
 *
 * @param list the member that may be cut, which becomes the last; null where there is none.
 */
export function fitAnswer(given: Answer, list: string | null, place: Place | null): Fitted {
  const { [list ?? ""]: rows, ...others } = given
  const isPaged = list !== null && Array.isArray(rows)
  const whole = written(isPaged ? { ...others, [list]: rows } : given)
  const excess = whole.text.length - longest
  const worded = excess < 0 ? given : withoutFindings(given, excess)
  if (worded !== given) return fitAnswer(worded, list, place)
  if (!isPaged) return written(trimLists(given, longest))
  const most = longest - Math.min(share, whole.text.length - sizeOf(others))
  const { answer, text } =
    excess < 0 ? whole : written({ ...trimLists(others, most), [list]: rows })
  let kept = rows.length
  let size = text.length
  while (size >= longest && kept > 1) {
    kept -= 1
    size -= sizeOf(rows[kept]) + 1
  }
  const isCut = kept < rows.length
  const next = (isCut ? place?.cursors[kept - 1] : place?.end) ?? null
  return {
    answer: { ...answer, [list]: rows.slice(0, kept), next_cursor: next },
    // Without the brackets that end the list and the answer.
    text: `${text.slice(0, size - 2)}],"next_cursor":${JSON.stringify(next)}}`,
  }
}

/** Leaves findings out of the rows of one list after the other, the longest first; the same answer if it has none. */
function withoutFindings(answer: Answer, excess: number): Answer {
  let left = excess
  const bare = Object.entries(answer)
    .filter((one): one is [string, unknown[]] => Array.isArray(one[1]))
    .map(([name, rows]) => ({ name, size: sizeOf(rows), rows: rows.map(wordsAlone) }))
    .filter(({ size, rows }) => sizeOf(rows) < size)
    .toSorted((one, other) => other.size - one.size)
    .filter(({ size, rows }) => {
      const isNeeded = left >= 0
      left -= isNeeded ? size - sizeOf(rows) : 0
      return isNeeded
    })
  return bare.length === 0
    ? answer
    : { ...answer, ...Object.fromEntries(bare.map(({ name, rows }) => [name, rows])) }
}

const isFindings = /^(?:\w+_)?findings?$/

const wordsAlone = (row: unknown): unknown =>
  typeof row === "object" && row !== null
    ? Object.fromEntries(Object.entries(row).filter(([name]) => !isFindings.test(name)))
    : row

const written = (answer: Answer): Fitted => ({ answer, text: JSON.stringify(answer) })

/** Drops the last row of whichever list is longest until all are within `most` characters. */
function trimLists(answer: Answer, most: number): Answer {
  const lists = new Map<string, unknown[]>()
  for (const [name, value] of Object.entries(answer)) {
    if (Array.isArray(value)) lists.set(name, [...value])
  }
  const sizes = new Map([...lists].map(([name, rows]) => [name, sizeOf(rows)]))
  const dropped: Record<string, number> = {}
  let excess = sizeOf(answer) - most
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
