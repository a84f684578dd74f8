import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from "@pothos/core"
import type { GraphQLFieldResolver } from "graphql"
import { loadedReader } from "./loaded-value.graph.ts"

declare global {
  // eslint-disable-next-line typescript/no-namespace -- Pothos is extended so.
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      loadedColumns: LoadedColumns<Types>
    }
  }
}

/** Reads what a row has without asking Prisma's plugin whether it was loaded: that builds a path for each field of each row. */
class LoadedColumns<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types["Context"], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types["Context"], object> {
    const read = loadedReader(config)
    if (read === null) return resolve
    return (row, args, ctx, info) => {
      const value = read(row, info)
      return value === undefined ? resolve(row, args, ctx, info) : value
    }
  }
}

SchemaBuilder.registerPlugin("loadedColumns", LoadedColumns)
