import {
  getNamedType,
  isLeafType,
  isObjectType,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from "graphql"
import { compileQuery, isCompiledQuery } from "graphql-jit"
import type { Context } from "../kernel/context.ts"

export type Compiled = (
  ctx: Context,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult

/** As resolvers return them, such as times as `Date`, or as a client receives them. */
export type Leaves = "resolved" | "serialized"

/**
 * Compiles a document to a function that reads its fields directly. Serializing each leaf is a large share of the
 * cost of a list, so callers that write JSON leave it out.
 * @throws {Error} if the document cannot be compiled.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  leaves: Leaves = "resolved",
): Compiled {
  adapt(schema)
  const compiled = compileQuery(schema, document, "", {
    disablingCapturingStackErrors: true,
    disableLeafSerialization: leaves === "resolved",
  })
  if (!isCompiledQuery(compiled)) {
    throw new Error(`a document cannot be compiled: ${compiled.errors?.map(String).join("; ")}`)
  }
  return (ctx, variables) => compiled.query(null, ctx, variables)
}

const adapted = new WeakSet<GraphQLSchema>()

/**
 * graphql-jit tells resolvers the variables as graphql 16 did. Pothos reads the arguments of a whole selection at
 * once, with the functions of graphql 17, which expect another form.
 */
function adapt(schema: GraphQLSchema): void {
  if (adapted.has(schema)) return
  adapted.add(schema)
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
  for (const field of fields) {
    const { resolve } = field
    if (resolve === undefined || isLeafType(getNamedType(field.type))) continue
    field.resolve = (source, args, ctx, info) => resolve(source, args, ctx, asGraphql17(info))
  }
}

const asGraphql17 = (info: GraphQLResolveInfo): GraphQLResolveInfo => {
  const { variableValues } = info
  if ("sources" in variableValues) return info
  return { ...info, variableValues: { sources: {}, coerced: variableValues } }
}
