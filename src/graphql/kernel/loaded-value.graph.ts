import type { PothosOutputFieldConfig, SchemaTypes } from "@pothos/core"
import type { GraphQLOutputType } from "graphql"
import { getNamedType, isObjectType } from "graphql"
import { isWhole } from "./whole-row.ts"

type Row = Record<string, unknown>

/** Reads what a row already has; undefined if it must be resolved. */
export type ReadLoaded = (row: unknown, type: GraphQLOutputType) => unknown

/** How to read a column, or a relation to one row; null for any other field. */
export function loadedReader<Types extends SchemaTypes>({
  kind,
  extensions,
}: PothosOutputFieldConfig<Types>): ReadLoaded | null {
  if (kind !== "PrismaObject") return null
  const column = extensions?.["pothosExposedField"]
  if (typeof column === "string") return (row) => (row as Row)[column]
  const relation = extensions?.["pothosPrismaRelationField"] as { name: string } | undefined
  if (relation === undefined || extensions?.["pothosPrismaFallback"] !== undefined) return null
  const { name } = relation
  // A field that is no column may need what is loaded with the relation, which only Prisma's plugin knows.
  return (row, type) => {
    const value = (row as Row)[name]
    return isWhole(value) && hasOnlyColumns(type) ? value : undefined
  }
}

const columnTypes = new WeakMap<GraphQLOutputType, boolean>()

function hasOnlyColumns(type: GraphQLOutputType): boolean {
  const known = columnTypes.get(type)
  if (known !== undefined) return known
  const named = getNamedType(type)
  const answer =
    isObjectType(named) &&
    Object.values(named.getFields()).every(
      ({ extensions }) => typeof extensions["pothosExposedField"] === "string",
    )
  columnTypes.set(type, answer)
  return answer
}
