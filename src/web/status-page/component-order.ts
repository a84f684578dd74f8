import type { Component, StatusPage } from "./status-page-documents.ts"

type Group = { kind: "group"; id: string; name: string; isCollapsed: boolean }
/** Heads the components without a group, which come last. */
type Rest = { kind: "rest"; id: string; name: string }
type Shown = { kind: "component"; id: string; component: Component; isGrouped: boolean }
export type Row = Group | Rest | Shown

const restRow: Rest = { kind: "rest", id: "rest", name: "Without a group" }

/** Groups with their components below them, in one list. */
export function rowsOf({ groups, resources }: StatusPage): Row[] {
  const components = resources.edges.map(({ node }) => node)
  const below = (groupId: string | null): Shown[] =>
    components
      .filter(({ group }) => (group?.id ?? null) === groupId)
      .map((component) => ({
        kind: "component",
        id: component.id,
        component,
        isGrouped: groups.length > 0,
      }))
  const grouped = groups.flatMap(({ id, name, isCollapsed }): Row[] => [
    { kind: "group", id, name, isCollapsed },
    ...below(id),
  ])
  return groups.length === 0 ? below(null) : [...grouped, restRow, ...below(null)]
}

type Move = { rows: Row[]; id: string; position: number } & (
  | { kind: "group" }
  | { kind: "component"; groupId: string | null }
)

/**
 * What the server is asked to move after one row was dragged to another place; null if nothing changes. A component
 * belongs to the group above it; a dragged group takes its components along.
 */
export function moveOf(before: readonly Row[], ids: readonly string[], moved: string): Move | null {
  const byId = new Map(before.map((row) => [row.id, row]))
  const row = byId.get(moved)
  if (row === undefined || row.kind === "rest") return null
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  if (row.kind === "group") {
    const heads = rows.filter(({ kind }) => kind === "group")
    const ordered = [...heads, restRow].flatMap((head) => [
      head,
      ...componentsBelow(before, head.id),
    ])
    return { kind: "group", id: row.id, position: heads.indexOf(row) + 1, rows: ordered }
  }
  const at = rows.indexOf(row)
  const heads = rows.filter(({ kind }) => kind !== "component")
  const head = rows.slice(0, at).findLast(({ kind }) => kind !== "component") ?? heads[0]
  const isFirst = rows.slice(0, at).every(({ kind }) => kind === "component") && heads.length > 0
  const from = head === undefined || isFirst ? -1 : rows.indexOf(head)
  const position = at - from
  const groupId = head?.kind === "group" ? head.id : null
  // Dropped above all groups, it becomes the first of the first group.
  const shown = isFirst && head !== undefined ? placeBelow(rows, row, head) : rows
  return { kind: "component", id: row.id, groupId, position, rows: shown }
}

function componentsBelow(rows: readonly Row[], headId: string): Row[] {
  const from = rows.findIndex(({ id }) => id === headId) + 1
  const until = rows.findIndex(({ kind }, at) => at >= from && kind !== "component")
  return rows.slice(from, until === -1 ? rows.length : until)
}

function placeBelow(rows: Row[], row: Row, head: Row): Row[] {
  const others = rows.filter((one) => one !== row)
  return others.toSpliced(others.indexOf(head) + 1, 0, row)
}
