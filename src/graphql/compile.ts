import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql"
import { compileQuery, isCompiledQuery } from "graphql-jit"
import type { Context } from "./context.ts"

export type Compiled = (
  ctx: Context,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult

/**
 * A document as a function that reads its fields directly. Enums are answered as resolvers have them, and so are
 * strings, numbers and booleans: to check each by itself is a seventh of what a list costs.
 *
 * @throws {Error} where it cannot be one.
 */
export function compile(schema: GraphQLSchema, document: DocumentNode): Compiled {
  const compiled = compileQuery(schema, document, "", {
    disablingCapturingStackErrors: true,
    disableLeafSerialization: true,
  })
  if (!isCompiledQuery(compiled)) {
    throw new Error(`a document cannot be compiled: ${compiled.errors?.map(String).join("; ")}`)
  }
  return (ctx, variables) => compiled.query(null, ctx, variables)
}
