/** Open problems with one cause, at least two. */
export type Grouped = { key: string; ids: readonly string[] }

/** One line of a list: a group, or a row, which may be one of an opened group. */
export type Line<Row, Group> = { group: Group } | { row: Row; isInner: boolean }

/**
 * Folds the rows of groups: a group stands where its first row is, and its rows below it once it is open.
 * @param opened the rows of open groups, by key.
 */
export function foldGroups<Row extends { id: string }, Group extends Grouped>(
  rows: readonly Row[],
  groups: readonly Group[],
  opened: ReadonlyMap<string, readonly Row[]>,
): Line<Row, Group>[] {
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)))
  const fresh = new Map(rows.map((row) => [row.id, row]))
  const shown = new Set<Group>()
  return rows.flatMap((row): Line<Row, Group>[] => {
    const group = groupOf.get(row.id)
    if (group === undefined) return [{ row, isInner: false }]
    if (shown.has(group)) return []
    shown.add(group)
    const inner = opened.get(group.key)
    if (inner === undefined) return [{ group }]
    const ids = new Set(group.ids)
    const own = inner.length > 0 ? inner : rows.filter(({ id }) => ids.has(id))
    return [
      { group },
      ...own
        .filter(({ id }) => ids.has(id))
        .map((one) => ({ row: fresh.get(one.id) ?? one, isInner: true })),
    ]
  })
}

/** The rows in the order of the lines, without those that are folded away. */
export const rowsOf = <Row, Group>(lines: readonly Line<Row, Group>[]): Row[] =>
  lines.flatMap((line) => ("row" in line ? [line.row] : []))
