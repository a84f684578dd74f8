import type { ShapedSpan } from "./shape-trace.ts"

export type Difference = "same" | "slower" | "faster" | "failed" | "only_first" | "only_second"

/** What both traces did at one place; a side is null where only the other did it. */
export type ComparedSpan = {
  depth: number
  service: string
  name: string
  first: ShapedSpan | null
  second: ShapedSpan | null
  difference: Difference
  /** True for the one span that explains the difference best. */
  isCause: boolean
}

/** Changes below both of these are noise. */
const leastMs = 5
const leastShare = 0.25

type Tree = { span: ShapedSpan; children: Tree[] }
type Pair = { first: Tree | null; second: Tree | null }

/**
 * Lays two traces over each other, such as a good one and a failed one: spans with the same service and name below
 * the same parent are one, in the order of their start.
 */
export function compareTraces(
  first: readonly ShapedSpan[],
  second: readonly ShapedSpan[],
): ComparedSpan[] {
  const compared: ComparedSpan[] = []
  const open = pairUp(toTrees(first), toTrees(second))
    .toReversed()
    .map((pair) => ({ pair, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { pair, depth } = next
    const span = (pair.second ?? pair.first)?.span
    if (span === undefined) continue
    compared.push({
      depth,
      service: span.service,
      name: span.name,
      first: pair.first?.span ?? null,
      second: pair.second?.span ?? null,
      difference: differenceOf(pair),
      isCause: false,
    })
    const below = pairUp(pair.first?.children ?? [], pair.second?.children ?? [])
    open.push(...below.toReversed().map((one) => ({ pair: one, depth: depth + 1 })))
  }
  const cause = findCause(compared)
  return compared.map((one) => (one === cause ? { ...one, isCause: true } : one))
}

function toTrees(spans: readonly ShapedSpan[]): Tree[] {
  const roots: Tree[] = []
  const path: Tree[] = []
  for (const span of spans) {
    const tree = { span, children: [] }
    const parent = path[span.depth - 1]
    if (parent === undefined) roots.push(tree)
    else parent.children.push(tree)
    path[span.depth] = tree
  }
  return roots
}

function pairUp(first: readonly Tree[], second: readonly Tree[]): Pair[] {
  const nameOf = ({ span }: Tree) => `${span.service}\n${span.name}`
  const left = Map.groupBy(first, nameOf)
  const pairs = second.map((tree): Pair => ({
    first: left.get(nameOf(tree))?.shift() ?? null,
    second: tree,
  }))
  const missing = first.filter((tree) => left.get(nameOf(tree))?.includes(tree) === true)
  // A span that is missing in the second stands where it was in the first.
  for (const tree of missing) {
    const at = pairs.findIndex(
      (pair) => ((pair.first ?? pair.second)?.span.offsetMs ?? 0) > tree.span.offsetMs,
    )
    pairs.splice(at === -1 ? pairs.length : at, 0, { first: tree, second: null })
  }
  return pairs
}

function differenceOf({ first, second }: Pair): Difference {
  if (first === null) return "only_second"
  if (second === null) return "only_first"
  if (second.span.status === "Error" && first.span.status !== "Error") return "failed"
  const change = second.span.durationMs - first.span.durationMs
  const isNoise =
    Math.abs(change) < leastMs || Math.abs(change) < leastShare * first.span.durationMs
  return isNoise ? "same" : change > 0 ? "slower" : "faster"
}

/** The deepest span that failed; otherwise the one whose own time changed most. */
function findCause(compared: readonly ComparedSpan[]): ComparedSpan | null {
  const failed = compared
    .filter(
      ({ difference, second }) =>
        difference === "failed" || (difference === "only_second" && second?.status === "Error"),
    )
    .toSorted((a, b) => b.depth - a.depth)
  if (failed[0] !== undefined) return failed[0]
  const changed = compared
    .filter(({ difference }) => difference !== "same")
    .toSorted((a, b) => changeOf(b) - changeOf(a))
  return changed[0] ?? null
}

const changeOf = ({ first, second }: ComparedSpan): number =>
  Math.abs((second?.selfMs ?? 0) - (first?.selfMs ?? 0))
