import { initGraphQLTada } from "gql.tada"
import type { introspection } from "../../schema/introspection.d.ts"
import { mutationArguments } from "../../schema/mutation-arguments.ts"

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

type Arguments = typeof mutationArguments
type Fragments = NonNullable<Parameters<typeof parse>[1]>

/** As far as the types of its result and variables depend on it. */
type MutationText<
  Name extends keyof Arguments,
  Fields extends string,
> = `mutation (${Arguments[Name]}) { ${Name} ${Fields extends "" ? "" : `{ ${Fields} }`} }`

/**
 * Writes the document of one mutation. Its variables are the arguments that the schema has for it.
 * @param fields Of its result, such as "id name"; none if the result has no fields.
 */
export const mutation = <
  Name extends keyof Arguments,
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
    const passed = declared.replaceAll(/\$(\w+): [^,]+/g, "$1: $$$1")
    const call = `${field}${passed && `(${passed})`} ${fields === undefined ? "" : `{ ${fields} }`}`
    return `mutation ${field}${declared && `(${declared})`} { ${call} }`
  }
  return graphql(write as unknown as MutationText<Name, Fields>, fragments)
}

export type { FragmentOf, ResultOf, VariablesOf } from "gql.tada"
