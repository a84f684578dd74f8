import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from "@pothos/core"
import type { GraphQLFieldResolver } from "graphql"
import { isChecked, noteChecked } from "./last-checked.ts"
import { loadedReader } from "./loaded-value.graph.ts"

declare global {
  // eslint-disable-next-line typescript/no-namespace -- Pothos is extended so.
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      checkedRows: CheckedRows<Types>
    }
  }
}

/** What makes a field's check another than that of the other fields of its type. */
const ownChecks = ["authScopes", "grantScopes", "skipTypeScopes", "skipInterfaceScopes"]

/** Checks the permission for a type once for neighboring fields of a row, where scope-auth does so for each field. */
class CheckedRows<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types["Context"], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types["Context"], object> {
    const read = loadedReader(config)
    const isOrdinary =
      !("declaringType" in config && config.declaringType !== undefined) &&
      ownChecks.every((name) => !(name in config.pothosOptions))
    if (read === null || !isOrdinary) return resolve
    return (row, args, ctx, info) => {
      if (isChecked(ctx, info.parentType, row)) {
        const value = read(row, info)
        if (value !== undefined) return value
      }
      const value = resolve(row, args, ctx, info)
      // While a check is pending, nothing is known. A refusal is thrown.
      if (!(value instanceof Promise)) noteChecked(ctx, info.parentType, row)
      return value
    }
  }
}

SchemaBuilder.registerPlugin("checkedRows", CheckedRows)
