import { PrismaPg } from "@prisma/adapter-pg"
import { ColumnTypeEnum, type SqlQueryable } from "@prisma/driver-adapter-utils"
import pg from "pg"

const letter: number = pg.types.builtins.CHAR
const text: number = pg.types.builtins.BPCHAR

/**
 * Prisma's adapter for its schema engine. The engine reads PostgreSQL's catalogs, whose columns of one letter
 * (`"char"`) the adapter refuses; here they are called by a type that it takes, and restored afterwards.
 */
export function catalogAdapter(pool: pg.Pool): PrismaPg {
  const letters = new WeakMap<object, number[]>()
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>
  const read = async (config: pg.QueryConfig) => {
    const result = await query(config)
    const found = result.fields.filter(({ dataTypeID }) => dataTypeID === letter)
    for (const field of found) field.dataTypeID = text
    letters.set(
      result.rows,
      found.map((field) => result.fields.indexOf(field)),
    )
    return result
  }
  const adapter = new PrismaPg(Object.assign(pool, { query: read }))
  const connect = adapter.connect.bind(adapter)
  return Object.assign(adapter, {
    connect: async () => restoring(await connect(), letters),
  })
}

/** Gives columns of one letter their type back. */
function restoring<T extends SqlQueryable>(queryable: T, letters: WeakMap<object, number[]>): T {
  const queryRaw = queryable.queryRaw.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: async (query: Parameters<typeof queryRaw>[0]) => {
      const result = await queryRaw(query)
      for (const at of letters.get(result.rows) ?? []) {
        result.columnTypes[at] = ColumnTypeEnum.Character
      }
      return result
    },
  })
}
