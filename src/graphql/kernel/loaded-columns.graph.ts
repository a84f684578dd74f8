import type { PothosOutputFieldConfig, SchemaTypes } from "@pothos/core"
import SchemaBuilder, { BasePlugin } from "@pothos/core"
import type { GraphQLFieldResolver } from "graphql"

declare global {
  // eslint-disable-next-line typescript/no-namespace -- Pothos is extended so.
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      loadedColumns: LoadedColumns<Types>
    }
  }
}

/**
 * Reads a column that the row has without asking Prisma's plugin whether it was loaded: that builds and keeps a path for
 * each field of each row.
 */
class LoadedColumns<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types["Context"], object>,
    { kind, extensions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types["Context"], object> {
    const column = extensions?.["pothosExposedField"]
    if (kind !== "PrismaObject" || typeof column !== "string") return resolve
    return (row, args, ctx, info) => {
      const value = (row as Record<string, unknown>)[column]
      return value === undefined ? resolve(row, args, ctx, info) : value
    }
  }
}

SchemaBuilder.registerPlugin("loadedColumns", LoadedColumns)
