import type { FieldRef, InputFieldMap, InputShapeFromFields } from "@pothos/core"
import {
  getModel,
  getRefFromModel,
  queryFromInfo,
  type PrismaModelTypes,
  type TypesForRelation,
} from "@pothos/plugin-prisma"
import type { GraphQLResolveInfo } from "graphql"
import { builder, type BuilderTypes as Types, type Scopes } from "./builder.ts"
import type { PageArgs } from "./connection.ts"
import type { Context } from "./context.ts"
import type { Key } from "./keyset.ts"
import type { Keyset } from "./prisma-keyset.ts"

/** The path from a connection to its nodes. */
const toNodes = ["edges", "node"]

type Options<Parent, Name extends string, Args extends InputFieldMap, Where> = {
  order: Keyset<Name>
  description: string
  authScopes?: (parent: Parent, args: PageArgs, ctx: Context) => Scopes | Promise<Scopes>
  args?: Args
  /** Runs before the scopes. */
  where?: (args: InputShapeFromFields<Args>, ctx: Context) => Where
  totalCount?: (parent: Parent, ctx: Context) => Promise<number>
  /** The rows that the actor sees, if its parent may have others. They are left out before the page is made, because cursors name rows. */
  seen?: (parent: Parent, rows: Row[], ctx: Context, args: PageArgs) => Promise<Row[]>
}

type Fields = { connection(options: object, connectionOptions: object): FieldRef<Types> }
type Row = { id: string } & Record<string, Key>
type Nested = (query: object, path: string[]) => { select?: object }

/** A connection of a relation, which Prisma reads for all parents at once, with what is selected of its nodes. */
export function relationPage<
  Model extends PrismaModelTypes,
  Parent extends object,
  Relation extends Model["ListRelations"] & string,
  Name extends keyof TypesForRelation<Types, Model, Relation>["Shape"] & string,
  Args extends InputFieldMap,
>(
  t: PothosSchemaTypes.PrismaObjectFieldBuilder<Types, Model, Parent>,
  relation: Relation,
  options: Options<Parent, Name, Args, TypesForRelation<Types, Model, Relation>["Where"]>,
): FieldRef<Types> {
  const { order, where, totalCount, seen, ...field } = options
  const type = getModel(t.model, builder).fields.find(({ name }) => name === relation)?.type ?? ""
  const key = Object.fromEntries(["id", ...order.names].map((name) => [name, true]))
  // Pothos does not infer a parent with a relation through a connection's options.
  const fields = t as unknown as Fields
  return fields.connection(
    {
      ...field,
      type: getRefFromModel(type, builder),
      // As for Pothos' own relations: a parent that its resolver read without them is read again.
      extensions: {
        pothosPrismaLoaded: (parent: Record<string, unknown>) => parent[relation] !== undefined,
      },
      select(args: PageArgs & InputShapeFromFields<Args>, ctx: Context, nested: Nested) {
        const read = nested(order.query(args, where?.(args, ctx)), toNodes)
        const { select } = read
        return {
          [relation]: select === undefined ? read : { ...read, select: { ...key, ...select } },
        }
      },
      resolve(parent: Parent & Record<Relation, Row[]>, args: PageArgs, ctx: Context) {
        const read = parent[relation]
        const pageOf = (rows: Row[]) => ({
          ...order.page(args, rows),
          total: () => totalCount?.(parent, ctx),
        })
        return seen === undefined ? pageOf(read) : seen(parent, read, ctx, args).then(pageOf)
      },
    },
    totalCount === undefined ? {} : withTotal(({ total }: { total(): Promise<number> }) => total()),
  )
}

/** Options of a connection that also counts its rows. */
export const withTotal = <Parent>(count: (parent: Parent, ctx: Context) => Promise<number>) => ({
  fields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>) => ({
    totalCount: t.int({
      description: "Number of entries on all pages.",
      resolve: (parent, _args, ctx) => count(parent, ctx),
    }),
  }),
})

/** What a connection's request selects of its nodes; only relations, because `findMany` reads all columns. */
export const includeNodes = (context: Context, info: GraphQLResolveInfo): object =>
  queryFromInfo({ context, info, path: toNodes })
