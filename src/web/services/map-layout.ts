import type { MapEdge } from "./services-documents.ts"

export type PlacedNode = { name: string; kind: MapEdge["kind"]; x: number; y: number }
export type MapLayout = { nodes: PlacedNode[]; width: number; height: number }

export const nodeWidth = 196
export const nodeHeight = 52
const columnGap = 96
const rowGap = 24
const rounds = 4

const heightOf = (count: number) => count * (nodeHeight + rowGap) - rowGap

/**
 * Places systems in columns, each to the right of those that call it; within a column near those it is joined to, so
 * that few lines cross. A call back to an earlier column is drawn backwards.
 */
export function layoutMap(services: readonly string[], edges: readonly MapEdge[]): MapLayout {
  const kinds = new Map<string, MapEdge["kind"]>(services.map((name) => [name, "SERVICE"]))
  for (const { source, target, kind } of edges) {
    kinds.set(source, "SERVICE")
    if (!kinds.has(target)) kinds.set(target, kind)
  }
  const names = [...kinds.keys()]
  const columns = columnsOf(names, edges)
  const ordered = order(columns, edges)
  const tallest = Math.max(1, ...ordered.map((column) => column.length))
  const nodes = ordered.flatMap((column, at) =>
    column.map((name, row) => ({
      name,
      kind: kinds.get(name) ?? ("SERVICE" as const),
      x: at * (nodeWidth + columnGap),
      y: (heightOf(tallest) - heightOf(column.length)) / 2 + row * (nodeHeight + rowGap),
    })),
  )
  return {
    nodes,
    width: ordered.length * (nodeWidth + columnGap) - columnGap,
    height: heightOf(tallest),
  }
}

/** The column of a system is one after the last of its callers; calls in a circle count once. */
function columnsOf(names: readonly string[], edges: readonly MapEdge[]): string[][] {
  const callers = Map.groupBy(edges, ({ target }) => target)
  const depths = new Map<string, number>()
  const open = new Set<string>()
  function depthOf(name: string): number {
    const known = depths.get(name)
    if (known !== undefined) return known
    if (open.has(name)) return 0
    open.add(name)
    const above = (callers.get(name) ?? []).map(({ source }) => depthOf(source) + 1)
    open.delete(name)
    const depth = Math.max(0, ...above)
    depths.set(name, depth)
    return depth
  }
  const columns: string[][] = []
  for (const name of names) {
    const depth = depthOf(name)
    while (columns.length <= depth) columns.push([])
    columns[depth]?.push(name)
  }
  return columns.filter((column) => column.length > 0)
}

function order(columns: readonly string[][], edges: readonly MapEdge[]): string[][] {
  let ordered = columns.map((column) => column.toSorted())
  for (let round = 0; round < rounds; round += 1) {
    const place = new Map(
      ordered.flatMap((column) =>
        column.map((name, at) => [name, (at + 0.5) / column.length] as const),
      ),
    )
    const middle = (name: string): number => {
      const near = edges.flatMap(({ source, target }) =>
        source === name ? [place.get(target)] : target === name ? [place.get(source)] : [],
      )
      const known = near.filter((one) => one !== undefined)
      if (known.length === 0) return place.get(name) ?? 0
      return known.reduce((sum, one) => sum + one, 0) / known.length
    }
    ordered = ordered.map((column) => column.toSorted((a, b) => middle(a) - middle(b)))
  }
  return ordered
}
