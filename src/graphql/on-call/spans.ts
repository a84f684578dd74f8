/** A stretch of time, in milliseconds, from `from` up to but without `until`. */
export type Span = { from: number; until: number }

/** Lists of spans are sorted and do not overlap. */
export type Spans<T extends Span = Span> = readonly T[]

/** The parts of each span that lie inside a window. */
export function inside<T extends Span>(spans: Spans<T>, windows: Spans): T[] {
  const found: T[] = []
  let first = 0
  for (const span of spans) {
    while ((windows[first]?.until ?? Infinity) <= span.from) first += 1
    for (let at = first; at < windows.length; at += 1) {
      const window = windows[at]
      if (window === undefined || window.from >= span.until) break
      found.push({
        ...span,
        from: Math.max(span.from, window.from),
        until: Math.min(span.until, window.until),
      })
    }
  }
  return found
}

/** What is left between `from` and `until` outside the spans. */
export function outside(spans: Spans, from: number, until: number): Span[] {
  const found: Span[] = []
  let at = from
  for (const span of spans) {
    if (span.from >= until) break
    if (span.from > at) found.push({ from: at, until: span.from })
    at = Math.max(at, span.until)
  }
  if (at < until) found.push({ from: at, until })
  return found
}

/** What is seen of two layers from above. */
export function lay<T extends Span>(below: Spans<T>, above: Spans<T>): T[] {
  if (above.length === 0) return [...below]
  const open = inside(below, outside(above, -Infinity, Infinity))
  return [...open, ...above].toSorted((a, b) => a.from - b.from)
}

/** Spans in any order, joined where they touch or overlap. */
export function join(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until)
    else if (from < until) joined.push({ from, until })
  }
  return joined
}
