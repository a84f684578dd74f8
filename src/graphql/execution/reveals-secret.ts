import {
  BREAK,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql"

const known = new WeakMap<DocumentNode, boolean>()

/** Whether a document selects a field that returns a secret, such as a token or a URL that gives access. */
export function revealsSecret(schema: GraphQLSchema, document: DocumentNode): boolean {
  const before = known.get(document)
  if (before !== undefined) return before
  const types = new TypeInfo(schema)
  let isFound = false
  const visitor = {
    Field() {
      isFound ||= types.getFieldDef()?.extensions["isSecret"] === true
      return isFound ? BREAK : undefined
    },
  }
  visit(document, visitWithTypeInfo(types, visitor))
  known.set(document, isFound)
  return isFound
}
