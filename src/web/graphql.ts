import { initGraphQLTada } from "gql.tada"
import type { introspection } from "../../schema/introspection.d.ts"
import {
  mutationArguments,
  projectArguments,
  queryArguments,
  subscriptionArguments,
} from "../../schema/field-arguments.ts"

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

/** As far as the types of its result and variables depend on it. */
type RootText<
  Operation extends string,
  Declared extends string,
  Name extends string,
  Fields extends string,
> = `${Operation} (${Declared}) { ${Name} ${Fields extends "" ? "" : `{ ${Fields} }`} }`

type ArgumentsOf = Readonly<Record<string, string>>

/** A field with its name, its declared arguments and its call. The build adds the arguments to the name. */
function fieldOf(name: string, all: ArgumentsOf, paging = "") {
  const [field = name, declared = all[name] ?? ""] = name.split("|")
  const given = [paging, passed(declared)].filter((one) => one !== "").join(", ")
  return { field, declared, call: given === "" ? field : `${field}(${given})` }
}

const inBraces = (fields: string | undefined): string => (fields ? `{ ${fields} }` : "")

/**
 * Writes the document of one root field. Its variables are the arguments that the schema has for it.
 * @param fields Of its result, such as "id name"; none if the result has no fields.
 */
const rootField =
  <Operation extends string, All extends ArgumentsOf>(operation: Operation, all: All) =>
  <
    Name extends keyof All & string,
    const Fields extends string = "",
    const Of extends Fragments = [],
  >(
    name: Name,
    fields?: Fields,
    fragments?: Of,
  ) => {
    const { field, declared, call } = fieldOf(name, all)
    const write = () =>
      `${operation} ${field}${declared && `(${declared})`} { ${call} ${inBraces(fields)} }`
    return graphql(write as unknown as RootText<Operation, All[Name], Name, Fields>, fragments)
  }

export const query = rootField("query", queryArguments)
export const mutation = rootField("mutation", mutationArguments)
export const subscription = rootField("subscription", subscriptionArguments)

type OfProject = typeof projectArguments

type ProjectText<
  Name extends keyof OfProject,
  Fields extends string,
> = `query ($projectId: ID!, ${OfProject[Name]}) { project(id: $projectId) { id ${Name} ${Fields extends "" ? "" : `{ ${Fields} }`} } }`

/**
 * Writes the document that reads one field of a project. Its variables are the project and the arguments that the
 * schema has for the field.
 * @param first How many at most, if it is a list.
 */
export const projectField = <
  Name extends keyof OfProject,
  const Fields extends string = "",
  const Of extends Fragments = [],
>(
  name: Name,
  fields?: Fields,
  fragments?: Of,
  { first }: { first?: number } = {},
) => {
  const paging = first === undefined ? "" : `first: ${first}`
  const { field, declared, call } = fieldOf(name, projectArguments, paging)
  const write = () =>
    `query ${field}($projectId: ID!, ${declared}) { project(id: $projectId) { id ${call} ${inBraces(fields)} } }`
  return graphql(write as unknown as ProjectText<Name, Fields>, fragments)
}

/**
 * Writes the document that reads a list of a project, for `useMore`.
 * @param also What else is read of the list, such as "totalCount".
 */
export const projectList = <
  Name extends keyof OfProject,
  const Fields extends string,
  const Of extends Fragments = [],
  const Also extends string = "",
>(
  name: Name,
  fields: Fields,
  fragments?: Of,
  { first = 50, also }: { first?: number; also?: Also } = {},
) => {
  const list = `${also ?? ""} edges { node { ${fields} } } pageInfo { hasNextPage endCursor }`
  type List = `${Also} edges { node { ${Fields} } } pageInfo { hasNextPage endCursor }`
  return projectField(name, list as List, fragments, { first })
}

export type { FragmentOf, ResultOf, VariablesOf } from "gql.tada"
