import type { GraphQLResolveInfo, SelectionNode } from "graphql"
import { Kind } from "graphql"

/** Whether a field's selection contains only these fields, so that nothing else must be read. */
export function selectsOnly(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  names: ReadonlySet<string>,
): boolean {
  const isWithin = (selections: readonly SelectionNode[] = []): boolean =>
    selections.every((selection) => {
      if (selection.kind === Kind.FIELD) return names.has(selection.name.value)
      const { selectionSet } =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : (fragments[selection.name.value] ?? { selectionSet: undefined })
      return isWithin(selectionSet?.selections)
    })
  return fieldNodes.every(({ selectionSet }) => isWithin(selectionSet?.selections))
}

/** Whether a field's selection contains this path of fields, such as edges, node, labels. */
export function selects(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  path: readonly string[],
): boolean {
  const isIn = (
    selections: readonly SelectionNode[] = [],
    [name, ...below]: readonly string[],
  ): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value !== name) return false
        return below.length === 0 || isIn(selection.selectionSet?.selections, below)
      }
      const { selectionSet } =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : (fragments[selection.name.value] ?? { selectionSet: undefined })
      return isIn(selectionSet?.selections, [name ?? "", ...below])
    })
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet?.selections, path))
}
