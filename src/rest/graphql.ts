import { initGraphQLTada } from "gql.tada"
import type { introspection } from "../../schema/introspection.d.ts"

/** Types a GraphQL document from the printed schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown; ID: string }
  disableMasking: true
}>()
