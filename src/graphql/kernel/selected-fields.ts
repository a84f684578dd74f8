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
