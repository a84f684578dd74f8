import type { MonitorKind } from "../../../../prisma/generated/enums.ts"
import { maxDepth } from "../monitor/write/monitor-tree.ts"

/** A parent as named in a document; the type is given if the name is ambiguous. */
export type ParentName = { name: string; kind: MonitorKind | null }

/** A monitor's place in the tree: one that lives, or one that a document would add. */
export type Node = { id: string; name: string; kind: MonitorKind; parentId: string | null }

/** How each monitor's parent is named, by the id of the parent. */
export function nameParents(nodes: Node[]): Map<string, ParentName> {
  const namesakes = groupByName(nodes)
  return new Map(
    nodes.map(({ id, name, kind }) => {
      const isAlone = namesakes.get(name)?.length === 1
      return [id, { name, kind: isAlone ? null : kind }]
    }),
  )
}

export type Resolved = { parents: Map<string, string | null>; faults: Map<string, string> }

/**
 * Resolves parents by name among all monitors after the change.
 * @param claims the parent named for each child id; null for none.
 * @returns the ids of the parents, and errors by child id.
 */
export function resolveParents(nodes: Node[], claims: Map<string, ParentName | null>): Resolved {
  const faults = new Map<string, string>()
  const found = new Map<string, string | null>()
  const namesakes = groupByName(nodes)
  for (const [id, parent] of claims) {
    const meant = parent === null ? null : findParent(namesakes, parent)
    found.set(id, typeof meant === "string" ? null : (meant?.id ?? null))
    if (typeof meant === "string") faults.set(id, meant)
  }
  const parentOf = new Map(nodes.map(({ id, parentId }) => [id, parentId]))
  for (const [id, parentId] of found) parentOf.set(id, parentId)
  const chains = nodes.map(({ id }) => chainOf(id, parentOf))
  for (const { ids, isCircle } of chains) {
    const [id = ""] = ids
    if (claims.has(id) && isCircle) {
      faults.set(id, "parent_monitor must not be the monitor itself or one of its descendants")
    }
  }
  for (const { ids } of chains) {
    const blamed = ids.find((id) => claims.has(id))
    if (blamed === undefined || faults.has(blamed)) continue
    if (ids.length > maxDepth) {
      faults.set(blamed, `parent_monitor must not create a tree deeper than ${maxDepth} levels`)
    } else if (ids.some((id) => faults.has(id))) {
      faults.set(blamed, "parent_monitor names a monitor that is not valid itself")
    }
  }
  return { parents: found, faults }
}

/** The monitor, or why there is none. */
function findParent(namesakes: Map<string, Node[]>, { name, kind }: ParentName): Node | string {
  const all = (namesakes.get(name) ?? []).filter((one) => kind === null || one.kind === kind)
  const [first, ...others] = all
  const called = `called ${JSON.stringify(name)}`
  if (first === undefined) {
    const what = kind === null ? "monitor" : `${kind} monitor`
    return `parent_monitor must name a monitor of the project or of this document; no ${what} is ${called}`
  }
  if (others.length === 0) return first
  return kind === null && others.every((one) => one.kind !== first.kind)
    ? `parent_monitor_type must be given, because several monitors are ${called}`
    : `parent_monitor must name one monitor; ${all.length} of one type are ${called}`
}

/** From a monitor up to its root, or once around a cycle. */
function chainOf(start: string, parentOf: Map<string, string | null>) {
  const ids = new Set<string>()
  for (let id: string | null = start; id !== null; id = parentOf.get(id) ?? null) {
    if (ids.has(id)) return { ids: [...ids], isCircle: id === start }
    ids.add(id)
  }
  return { ids: [...ids], isCircle: false }
}

function groupByName(nodes: Node[]): Map<string, Node[]> {
  const groups = new Map<string, Node[]>()
  for (const node of nodes) {
    const group = groups.get(node.name)
    if (group === undefined) groups.set(node.name, [node])
    else group.push(node)
  }
  return groups
}

/** A row can only point at one that is there. */
export function parentsFirst<T extends { id: string; parentId: string | null }>(all: T[]): T[] {
  const byId = new Map(all.map((one) => [one.id, one]))
  const ordered = new Set<T>()
  for (const one of all) {
    const chain: T[] = []
    let at: T | undefined = one
    while (at !== undefined && !ordered.has(at)) {
      chain.push(at)
      at = byId.get(at.parentId ?? "")
    }
    for (const above of chain.toReversed()) ordered.add(above)
  }
  return [...ordered]
}
