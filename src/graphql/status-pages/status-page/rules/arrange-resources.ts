/** A resource in its place; null for one below all groups. */
export type Placed = { id: string; groupId: string | null }

/** Sorts rows by group, in the order of the groups and ungrouped rows last. Stable within a group. */
export function arrange(rows: readonly Placed[], groupIds: readonly string[]): Placed[] {
  const section = ({ groupId }: Placed) =>
    groupId === null ? groupIds.length : groupIds.indexOf(groupId)
  return rows.toSorted((one, other) => section(one) - section(other))
}

/** @param position counts from 1 within the section; beyond its end is its end. */
export function moveRow(
  rows: readonly Placed[],
  groupIds: readonly string[],
  to: Placed & { position: number },
): Placed[] {
  const others = rows.filter(({ id }) => id !== to.id)
  const section = others.filter(({ groupId }) => groupId === to.groupId)
  const next = section[to.position - 1]
  const at = next === undefined ? others.length : others.indexOf(next)
  return arrange(others.toSpliced(at, 0, { id: to.id, groupId: to.groupId }), groupIds)
}

/** @param position counts from 1; beyond the end is the end. */
export const moveId = (ids: readonly string[], id: string, position: number): string[] =>
  ids.filter((one) => one !== id).toSpliced(position - 1, 0, id)
