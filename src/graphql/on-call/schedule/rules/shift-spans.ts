/** A half-open time span [from, until) in milliseconds. */
export type Span = { from: number; until: number }

/** Sorted spans without overlap. */
export type Spans<T extends Span = Span> = readonly T[]

/** Intersect spans with windows. */
export function inside<T extends Span>(spans: Spans<T>, windows: Spans): T[] {
  const found: T[] = []
  let first = 0
  for (const span of spans) {
    while ((windows[first]?.until ?? Infinity) <= span.from) first += 1
    for (let at = first; at < windows.length; at += 1) {
      const window = windows[at]
      if (window === undefined || window.from >= span.until) break
      const isWhole = window.from <= span.from && span.until <= window.until
      const from = Math.max(span.from, window.from)
      found.push(isWhole ? span : { ...span, from, until: Math.min(span.until, window.until) })
    }
  }
  return found
}

/** The parts of [from, until) that no span covers. */
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

/** Overlay two layers; `above` hides `below`. */
export function lay<T extends Span>(below: Spans<T>, above: Spans<T>): T[] {
  if (above.length === 0) return [...below]
  const open = inside(below, outside(above, -Infinity, Infinity))
  const seen: T[] = []
  let at = 0
  for (const span of above) {
    for (let next = open[at]; next !== undefined && next.from < span.from; next = open[at]) {
      seen.push(next)
      at += 1
    }
    seen.push(span)
  }
  return [...seen, ...open.slice(at)]
}

/** Merge spans that touch or overlap; the input may be in any order. */
export function join(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until)
    else if (from < until) joined.push({ from, until })
  }
  return joined
}
