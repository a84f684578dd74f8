import { initGraphQLTada } from "gql.tada"
import type { introspection } from "../../schema/introspection.d.ts"

/** Writes a document whose result and variables are typed by the generated schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown; ID: string }
  disableMasking: true
}>()

export type { FragmentOf, ResultOf, VariablesOf } from "gql.tada"
