import { Kind, type FieldNode, type OperationDefinitionNode, type ValueNode } from "graphql"

export type Variables = { readonly [name: string]: unknown }

/** Default and maximum page size of a connection. */
const defaultRows = 25
const mostRows = 100

/** Rows that a connection may return; the maximum if that is not known before execution. */
export function pageSize(
  { arguments: given = [] }: FieldNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const asked = given.flatMap(({ name, value }) => {
    if (name.value !== "first" && name.value !== "last") return []
    const rows = valueOf(value, operation, variables)
    return rows === null ? [] : [rows]
  })
  return asked.length === 0 ? defaultRows : Math.min(mostRows, Math.max(...asked))
}

/** Null if the argument counts as not given. */
function valueOf(
  node: ValueNode | undefined,
  operation: OperationDefinitionNode,
  variables: Variables,
): number | null {
  if (node === undefined || node.kind === Kind.NULL) return null
  if (node.kind === Kind.INT) return Math.max(0, Number(node.value))
  if (node.kind !== Kind.VARIABLE) return mostRows
  const name = node.name.value
  if (Object.hasOwn(variables, name)) {
    const value = variables[name]
    if (value === null || value === undefined) return null
    return typeof value === "number" && value >= 0 ? value : mostRows
  }
  const definition = operation.variableDefinitions?.find(
    ({ variable }) => variable.name.value === name,
  )
  return valueOf(definition?.defaultValue, operation, variables)
}
