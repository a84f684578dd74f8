import type { Span } from "./span.ts"

/** A span at its place in a waterfall. Times in milliseconds; `offsetMs` counts from the start of the trace. */
export type ShapedSpan = Span & {
  depth: number
  children: number
  offsetMs: number
  durationMs: number
  /** Time in which none of its children ran. */
  selfMs: number
  /** Time in which the end of the trace waited for this span and for none of its children. */
  criticalMs: number
}

type Stretch = { start: number; end: number }
/** `whole` is when it ran by its parent's clock, `waited` the part of it that its parent may have waited for. */
type Node = {
  span: Span
  start: number
  end: number
  children: Node[]
  whole: Stretch
  waited: Stretch
}

/** A child that ends this long after its parent was still waited for: clocks and the order of two calls differ. */
const skewMs = 10
/** The clocks of a client and a server differ by this at most. */
const clockMs = 100

/**
 * Orders spans as a waterfall: each before those it caused, those in the order of their start. A span whose parent is
 * unknown starts a tree of its own; a span within a cycle does so, too.
 */
export function shapeTrace(spans: readonly Span[]): ShapedSpan[] {
  if (spans.length === 0) return []
  const origin = spans.reduce(
    (least, { startNanoseconds }) =>
      BigInt(startNanoseconds) < least ? BigInt(startNanoseconds) : least,
    BigInt(spans[0]?.startNanoseconds ?? 0),
  )
  const roots = toTrees(spans, origin)
  alignClocks(roots)
  const critical = new Map<Node, number>()
  const last = roots.toSorted((a, b) => b.end - a.end)[0]
  for (const root of roots) {
    if (root === last) addCriticalPath(root, critical)
  }
  const shaped: ShapedSpan[] = []
  const open = roots.toReversed().map((node) => ({ node, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next
    shaped.push({
      ...node.span,
      depth,
      children: node.children.length,
      offsetMs: node.start,
      durationMs: node.end - node.start,
      selfMs: selfTime(node),
      criticalMs: critical.get(node) ?? 0,
    })
    open.push(...node.children.toReversed().map((child) => ({ node: child, depth: depth + 1 })))
  }
  return shaped
}

function toTrees(spans: readonly Span[], origin: bigint): Node[] {
  const nodes = new Map<string, Node>()
  for (const span of spans) {
    const start = Number(BigInt(span.startNanoseconds) - origin) / 1e6
    const end = start + Number(span.durationNanoseconds) / 1e6
    const own = { start, end }
    if (!nodes.has(span.spanId))
      nodes.set(span.spanId, { span, ...own, children: [], whole: own, waited: own })
  }
  const all = [...nodes.values()].toSorted(
    (a, b) => a.start - b.start || b.end - a.end || (a.span.spanId < b.span.spanId ? -1 : 1),
  )
  const isCyclic = findCycles(nodes)
  const roots: Node[] = []
  for (const node of all) {
    const parent = nodes.get(node.span.parentSpanId)
    if (parent === undefined || isCyclic.has(node)) roots.push(node)
    else parent.children.push(node)
  }
  return roots
}

/** Spans that are among their own ancestors. */
function findCycles(nodes: ReadonlyMap<string, Node>): Set<Node> {
  const cyclic = new Set<Node>()
  const done = new Set<Node>()
  for (const start of nodes.values()) {
    const path: Node[] = []
    const onPath = new Set<Node>()
    let node: Node | undefined = start
    while (node !== undefined && !done.has(node) && !onPath.has(node)) {
      path.push(node)
      onPath.add(node)
      node = nodes.get(node.span.parentSpanId)
    }
    if (node !== undefined && onPath.has(node)) {
      for (const one of path.slice(path.indexOf(node))) cyclic.add(one)
    }
    for (const one of path) done.add(one)
  }
  return cyclic
}

/** Moves spans into their parents where only a clock puts them outside. One that outlives its parent stays as it is. */
function alignClocks(roots: readonly Node[]): void {
  const open = roots.map((node) => ({ node, shift: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node: parent, shift } = next
    for (const child of parent.children) {
      const before = { start: child.start + shift, end: child.end + shift }
      const by = clockDifference(parent, child, before)
      const whole = { start: before.start + by, end: before.end + by }
      child.whole = whole
      const isSkewed = whole.end > parent.waited.end && whole.end - parent.whole.end <= skewMs
      const end = isSkewed ? parent.waited.end : whole.end
      child.waited = { start: Math.min(whole.start, end), end }
      open.push({ node: child, shift: shift + by })
    }
  }
}

/** What a server's clock differs from that of the client that called it, if its span would fit into the client's. */
function clockDifference(parent: Node, child: Node, { start, end }: Stretch): number {
  if (parent.span.kind !== "Client" || child.span.kind !== "Server") return 0
  const { whole } = parent
  if (end - start > whole.end - whole.start) return 0
  const by = start < whole.start ? whole.start - start : Math.min(0, whole.end - end)
  return Math.abs(by) <= clockMs ? by : 0
}

/** Children may overlap, and may outlive their parent. */
function selfTime({ whole: { start, end }, children }: Node): number {
  let covered = 0
  let until = start
  for (const child of children.toSorted((a, b) => a.whole.start - b.whole.start)) {
    const from = Math.max(child.whole.start, until)
    const to = Math.min(child.whole.end, end)
    if (to <= from) continue
    covered += to - from
    until = to
  }
  return Math.max(0, end - start - covered)
}

/**
 * Walks back from the end of the root: the child that ended last was waited for, before its start the one that had
 * ended last then, and so on. The time between belongs to the parent.
 */
function addCriticalPath(root: Node, critical: Map<Node, number>): void {
  const open: { node: Node; stretch: Stretch }[] = [
    { node: root, stretch: { start: root.start, end: root.end } },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, stretch } = next
    let cursor = stretch.end
    const add = (ms: number) => critical.set(node, (critical.get(node) ?? 0) + Math.max(0, ms))
    for (const child of node.children.toSorted(byEnd)) {
      const { end } = child.waited
      const start = Math.max(child.waited.start, stretch.start)
      // What ran on after its parent, or beside what was waited for, held nobody up.
      if (end > cursor || end <= start) continue
      add(cursor - end)
      open.push({ node: child, stretch: { start, end } })
      cursor = start
    }
    add(cursor - stretch.start)
  }
}

/** The last to end first; of those that are taken to end together, the one that really ended last. */
const byEnd = (a: Node, b: Node): number =>
  b.waited.end - a.waited.end || b.whole.end - a.whole.end || b.whole.start - a.whole.start
