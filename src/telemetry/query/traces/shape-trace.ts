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

type Node = { span: Span; start: number; end: number; children: Node[] }
type Stretch = { start: number; end: number }

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
    if (!nodes.has(span.spanId)) nodes.set(span.spanId, { span, start, end, children: [] })
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

/** Children may overlap, and may outlive their parent. */
function selfTime({ start, end, children }: Node): number {
  let covered = 0
  let until = start
  for (const child of children) {
    const from = Math.max(child.start, until)
    const to = Math.min(child.end, end)
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
    for (const child of node.children.toSorted((a, b) => b.end - a.end || b.start - a.start)) {
      const end = Math.min(child.end, cursor)
      const start = Math.max(child.start, stretch.start)
      // What ran on after its parent, or beside what was waited for, held nobody up.
      if (child.end > cursor || end <= start) continue
      add(cursor - end)
      open.push({ node: child, stretch: { start, end } })
      cursor = start
    }
    add(cursor - stretch.start)
  }
}
