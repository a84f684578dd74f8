import { initGraphQLTada } from "gql.tada"
import type { introspection } from "../../schema/introspection.d.ts"
import { listArguments, mutationArguments } from "../../schema/field-arguments.ts"

const parse = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown; ID: string }
  disableMasking: true
}>()
type Document = { definitions: unknown; loc?: unknown }

const parseText = parse as unknown as (text: string, fragments?: readonly unknown[]) => Document

/** Declares variables such as `$readsOnCall`, which documents and fragments use without declaring them. */
function declarePermissions(text: string, fragments: readonly unknown[] | undefined): string {
  const used = JSON.stringify([text, fragments]).match(/\breads[A-Z]\w+/g) ?? []
  const declared = [...new Set(used)].map((name) => `$${name}: Boolean = true`).join(", ")
  if (declared === "") return text
  return text.replace(/^\s*(?:query|mutation|subscription) \w+(?<open>\()?/, (head, open) =>
    open === undefined ? `${head}(${declared})` : `${head}${declared}, `,
  )
}

/**
 * Writes a document whose result and variables are typed by the generated schema. It is parsed when it is first sent:
 * a page loads with many documents and sends few of them at once.
 */
export const graphql = ((text: string | (() => string), fragments?: readonly unknown[]) => {
  let parsed: Document | undefined
  const read = () =>
    (parsed ??= parseText(
      declarePermissions(typeof text === "string" ? text : text(), fragments),
      fragments,
    ))
  return {
    kind: "Document",
    get definitions() {
      return read().definitions
    },
    get loc() {
      return read().loc
    },
    set loc(loc) {
      Object.assign(read(), { loc })
    },
  }
}) as unknown as typeof parse

type Fragments = NonNullable<Parameters<typeof parse>[1]>

/** "$id: ID!, $name: String" → "id: $id, name: $name". */
const passed = (declared: string): string => declared.replaceAll(/\$(\w+): [^,]+/g, "$1: $$$1")

type Mutations = typeof mutationArguments

/** As far as the types of its result and variables depend on it. */
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
  // The build adds the arguments to the name.
  const [field, declared = mutationArguments[name]] = name.split("|")
  const write = () => {
    const call = `${field}${declared && `(${passed(declared)})`}`
    const result = fields === undefined ? "" : `{ ${fields} }`
    return `mutation ${field}${declared && `(${declared})`} { ${call} ${result} }`
  }
  return graphql(write as unknown as MutationText<Name, Fields>, fragments)
}

type Lists = typeof listArguments

type ListText<
  Name extends keyof Lists,
  Fields extends string,
  Also extends string,
> = `query ($projectId: ID!, ${Lists[Name]}) { project(id: $projectId) { id ${Name} { ${Also} edges { node { ${Fields} } } pageInfo { hasNextPage endCursor } } } }`

/**
 * Writes the document that reads a list of a project, for `useMore`. Its variables are the project and the arguments
 * that the schema has for the list.
 * @param also What else is read of the list, such as "totalCount".
 */
export const projectList = <
  Name extends keyof Lists,
  const Fields extends string,
  const Of extends Fragments = [],
  const Also extends string = "",
>(
  name: Name,
  fields: Fields,
  fragments?: Of,
  { first = 50, also }: { first?: number; also?: Also } = {},
) => {
  const [field, declared = listArguments[name]] = name.split("|")
  const write = () => {
    const list = `${field}(first: ${first}, ${passed(declared)})`
    const page = `edges { node { ${fields} } } pageInfo { hasNextPage endCursor }`
    return `query ${field}($projectId: ID!, ${declared}) { project(id: $projectId) { id ${list} { ${also ?? ""} ${page} } } }`
  }
  return graphql(write as unknown as ListText<Name, Fields, Also>, fragments)
}

export type { FragmentOf, ResultOf, VariablesOf } from "gql.tada"
