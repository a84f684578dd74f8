import type { Ledger } from "./conversion-notes.ts"
import { pagesOf, type Members, type Source } from "./source.ts"

type Hints = {
  /** Total number of monitors according to the page. */
  total?: (page: Members) => unknown
  /** The next page; absent or null on the last one. */
  next?: (page: Members) => unknown
}

/** Adds a note if the export lacks pages of a paginated API. */
export function tellPages(ledger: Ledger, source: Source, names: string[], hints: Hints): void {
  const pages = pagesOf(source, ...names)
  const have = pages.reduce((sum, { items }) => sum + items.length, 0)
  const totals = pages.flatMap(({ value }) => hints.total?.(value) ?? []).map(Number)
  const total = totals.filter(Number.isFinite).reduce((most, one) => Math.max(most, one), 0)
  const isCut =
    total > have ||
    (pages.length > 0 && pages.every(({ value }) => (hints.next?.(value) ?? null) !== null))
  if (!isCut) return
  const part =
    total > have
      ? `Only ${have} of ${total} monitors are`
      : "There are more pages; not every monitor is"
  ledger.general(
    `${part} in the export. Append the other pages of the API response and convert again`,
  )
}
