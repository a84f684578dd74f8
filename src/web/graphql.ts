import { initGraphQLTada } from "gql.tada"
import type { introspection } from "../../schema/introspection.d.ts"

const parse = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown; ID: string }
  disableMasking: true
}>()
type Fragments = Parameters<typeof parse>[1]

/**
 * Writes a document whose result and variables are typed by the generated schema. It is parsed when it is first sent:
 * a page loads with many documents and sends few of them at once.
 */
export const graphql = ((text: string, fragments: Fragments) => {
  let parsed: ReturnType<typeof parse> | undefined
  const read = () => (parsed ??= parse(text, fragments))
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

export type { FragmentOf, ResultOf, VariablesOf } from "gql.tada"
