import { useMemo, useState } from "react"
import { readRange, spanOf, type Range } from "../ui/range.ts"

type Search = { range?: string | undefined; from?: string | undefined; until?: string | undefined }

export type Window = {
  range: Range
  from: Date
  until: Date
  /** The variables of a document. */
  times: { from: string; to: string }
  /** Moves a range that ends now to the current time. */
  refresh(): void
}

/** The time range of the URL; one that ends now is fixed until it is refreshed, so that pages of a list fit. */
export function useWindow({ range, from, until }: Search): Window {
  const [now, setNow] = useState(() => new Date())
  return useMemo(() => {
    const read = readRange({ range, from, until }, "1h")
    const span = spanOf(read, now)
    return {
      range: read,
      ...span,
      times: { from: span.from.toISOString(), to: span.until.toISOString() },
      refresh: () => setNow(new Date()),
    }
  }, [range, from, until, now])
}
