import { initGraphQLTada } from "gql.tada"
import { mutationArguments, projectArguments } from "../../schema/field-arguments.ts"
import type { introspection } from "../../schema/introspection.d.ts"

/** Types a GraphQL document from the printed schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown; ID: string }
  disableMasking: true
}>()

type Fragments = NonNullable<Parameters<typeof graphql>[1]>
type Mutations = typeof mutationArguments
type Lists = typeof projectArguments

/** "$id: ID!, $name: String" → "id: $id, name: $name". */
const passed = (declared: string): string => declared.replaceAll(/\$(\w+): [^,]+/g, "$1: $$$1")

/** As far as the types of results and variables depend on it. */
type MutationText<
  Name extends keyof Mutations,
  Fields extends string,
> = `mutation (${Mutations[Name]}) { ${Name} ${Fields extends "" ? "" : `{ ${Fields} }`} }`

/**
 * Writes the document of one mutation. Its variables are the arguments that the schema has for it.
 * @param fields Of its result, such as "id name"; none if the result has no fields.
 */
export const mutation = <
  Name extends keyof Mutations,
  const Fields extends string = "",
  const Of extends Fragments = [],
>(
  name: Name,
  fields?: Fields,
  fragments?: Of,
) => {
  const declared = mutationArguments[name]
  const result = fields === undefined ? "" : `{ ${fields} }`
  const text = `mutation ${name}(${declared}) { ${name}(${passed(declared)}) ${result} }`
  return graphql(text as MutationText<Name, Fields>, fragments)
}

type PageText<
  Name extends keyof Lists,
  Edge extends string,
> = `query ($projectId: ID!, $first: Int!, ${Lists[Name]}) { project(id: $projectId) { ${Name} { edges { ${Edge} } pageInfo { hasNextPage endCursor } } } }`

/**
 * Writes the document that reads a page of a list of a project. Its variables are the project, `first` and the
 * arguments that the schema has for the list.
 * @param edge What is read of each edge, such as "node { id name }".
 */
export const projectPage = <
  Name extends keyof Lists,
  const Edge extends string,
  const Of extends Fragments = [],
>(
  name: Name,
  edge: Edge,
  fragments?: Of,
) => {
  const declared = `$first: Int!, ${projectArguments[name]}`
  const page = `edges { ${edge} } pageInfo { hasNextPage endCursor }`
  const text = `query ${name}($projectId: ID!, ${declared}) { project(id: $projectId) { ${name}(${passed(declared)}) { ${page} } } }`
  return graphql(text as PageText<Name, Edge>, fragments)
}
