import type { Prisma } from "../../platform/postgres.ts"
import type { Context } from "./context.ts"

type Models = Prisma.TypeMap["model"]
type Found = { id: string }
type Table<Row> = { findUniqueOrThrow(args: object): Promise<Row> }

/** Reads a row that a verb returned again, with the relations that the query selects: the verb's own row has none. */
export const rereadAs =
  <Model extends keyof Models>(model: Model) =>
  async (query: object, { database }: Context, found: Found | Promise<Found>) => {
    const { id } = await found
    const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Model>
    const table: unknown = database.prisma[name]
    return (table as Table<Models[Model]["payload"]["scalars"]>).findUniqueOrThrow({
      ...query,
      where: { id },
    })
  }
