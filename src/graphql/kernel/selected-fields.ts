import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionNode } from "graphql"

type Info = Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">

/** Whether only these fields are selected at a path below a field, so that nothing else must be read. */
export const selectsOnly = (
  info: Info,
  names: ReadonlySet<string>,
  path: readonly string[] = [],
): boolean => fieldsAt(info, path).every(({ name }) => names.has(name.value))

/** Whether a field's selection contains this path of fields, such as edges, node, labels. */
export const selects = (info: Info, path: readonly string[]): boolean =>
  fieldsAt(info, path.slice(0, -1)).some(({ name }) => name.value === path.at(-1))

/** The fields that are selected at a path below a field, also by fragments. */
function fieldsAt({ fieldNodes, fragments }: Info, path: readonly string[]): FieldNode[] {
  const below = (nodes: readonly FieldNode[]) =>
    nodes.flatMap(({ selectionSet }) => fieldsOf(selectionSet?.selections))
  const fieldsOf = (selections: readonly SelectionNode[] = []): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      const { selectionSet } =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : (fragments[selection.name.value] ?? { selectionSet: undefined })
      return fieldsOf(selectionSet?.selections)
    })
  return path.reduce(
    (fields, step) => below(fields.filter(({ name }) => name.value === step)),
    below(fieldNodes),
  )
}
