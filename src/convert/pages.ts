import type { Ledger } from "./ledger.ts"
import type { Members, Source } from "./source.ts"
import { pagesOf } from "./source.ts"

type Hints = {
  /** How many there are in all, as the page tells. */
  total?: (page: Members) => unknown
  /** Where the next page is; absent or null on the last one. */
  next?: (page: Members) => unknown
}

/** Says so where the export is a part of what there is: an API answers page by page. */
export function tellPages(ledger: Ledger, source: Source, names: string[], hints: Hints): void {
  const pages = pagesOf(source, ...names)
  const have = pages.reduce((sum, { items }) => sum + items.length, 0)
  const totals = pages.flatMap(({ value }) => hints.total?.(value) ?? []).map(Number)
  const total = Math.max(0, ...totals.filter(Number.isFinite))
  const isCut =
    total > have ||
    (pages.length > 0 && pages.every(({ value }) => (hints.next?.(value) ?? null) !== null))
  if (!isCut) return
  const part =
    total > have
      ? `Only ${have} of ${total} monitors are`
      : "Further pages follow; not every monitor is"
  ledger.general(
    `${part} in the export. Put the other pages of the API's answer behind it and convert again`,
  )
}
