import type { PothosOutputFieldConfig, SchemaTypes } from "@pothos/core"
import {
  getNamedType,
  isObjectType,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from "graphql"
import { selectsOnly } from "./selected-fields.ts"
import { isWhole } from "./whole-row.ts"

type Row = Record<string, unknown>

/** Reads what a row already has; undefined if it must be resolved. */
export type ReadLoaded = (row: unknown, info: GraphQLResolveInfo) => unknown

/**
 * How to read a column, a relation to one row, or what a list read with its rows (the extension `fromRow`); null for
 * any other field.
 */
export function loadedReader<Types extends SchemaTypes>({
  kind,
  extensions,
}: PothosOutputFieldConfig<Types>): ReadLoaded | null {
  if (kind !== "PrismaObject") return null
  const fromRow = extensions?.["fromRow"] as ((row: unknown) => unknown) | undefined
  if (fromRow !== undefined) return fromRow
  const column = extensions?.["pothosExposedField"]
  if (typeof column === "string") return (row) => (row as Row)[column]
  const relation = extensions?.["pothosPrismaRelationField"] as { name: string } | undefined
  if (relation === undefined || extensions?.["pothosPrismaFallback"] !== undefined) return null
  const { name } = relation
  return (row, info) => {
    const value = (row as Row)[name]
    return isWhole(value) && needsOnlyColumns(info) ? value : undefined
  }
}

type Known = {
  /** Fields that need only the columns of their row. */
  names: ReadonlySet<string>
  selections: WeakMap<FieldNode, boolean>
}

const types = new WeakMap<GraphQLObjectType, Known>()

/** Whether only columns of the related row are selected. Only Prisma's plugin knows what else was loaded with it. */
function needsOnlyColumns(info: GraphQLResolveInfo): boolean {
  const type = getNamedType(info.returnType)
  const [node, ...others] = info.fieldNodes
  if (!isObjectType(type) || node === undefined || others.length > 0) return false
  const { names, selections } = knownOf(type)
  const known = selections.get(node)
  if (known !== undefined) return known
  const answer = selectsOnly(info, names)
  selections.set(node, answer)
  return answer
}

function knownOf(type: GraphQLObjectType): Known {
  const before = types.get(type)
  if (before !== undefined) return before
  const names = Object.values(type.getFields())
    .filter(
      ({ extensions }) =>
        typeof extensions["pothosExposedField"] === "string" ||
        extensions["pothosPrismaSelect"] === undefined,
    )
    .map(({ name }) => name)
  const known: Known = { names: new Set(["__typename", ...names]), selections: new WeakMap() }
  types.set(type, known)
  return known
}
