import { initGraphQLTada } from "gql.tada"
import type { introspection } from "../../schema/introspection.d.ts"

const parse = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown; ID: string }
  disableMasking: true
}>()
type Document = { definitions: unknown; loc?: unknown }

const parseText = parse as unknown as (text: string, fragments?: readonly unknown[]) => Document

/**
 * Writes a document whose result and variables are typed by the generated schema. It is parsed when it is first sent:
 * a page loads with many documents and sends few of them at once.
 */
export const graphql = ((text: string, fragments?: readonly unknown[]) => {
  let parsed: Document | undefined
  const read = () => (parsed ??= parseText(text, fragments))
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
