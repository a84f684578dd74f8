import type { Store } from "../store/store.ts"
import { bounds, tablesOf, type Signal } from "./tables-of.ts"

/** An attribute by how many values it has. */
export type AttributeCardinality = { signal: Signal; name: string; records: number; values: number }

const mostRows = 100_000
const mostAttributes = 20

/** The attributes with the most values, estimated from the newest records of each signal. */
export async function examineAttributes(
  store: Store,
  projectId: string,
  { from, to }: { from: Date; to: Date },
): Promise<AttributeCardinality[]> {
  const parts = Object.entries(tablesOf).map(([signal, { tables, time, attributes }]) => {
    const rows = tables.map(
      (table) => `
        SELECT ${attributes} AS attributes FROM ${table}
         WHERE ProjectId = {project:UUID} AND ${time} >= toDateTime64({from:Float64}, 9)
           AND ${time} < toDateTime64({to:Float64}, 9) LIMIT ${mostRows}`,
    )
    return `
      SELECT '${signal}' AS signal, pair.1 AS name, toFloat64(count()) AS records, toFloat64(uniq(pair.2)) AS values
        FROM (${rows.join(" UNION ALL ")}) ARRAY JOIN CAST(attributes, 'Array(Tuple(String, String))') AS pair
       GROUP BY name ORDER BY values DESC LIMIT ${mostAttributes}`
  })
  return store.query<AttributeCardinality>(
    `SELECT signal, name, records, values FROM (${parts.map((one) => `SELECT * FROM (${one})`).join(" UNION ALL ")})
      ORDER BY values DESC, name LIMIT ${mostAttributes}`,
    { project: projectId, from: from.getTime() / 1000, to: to.getTime() / 1000 },
    bounds,
  )
}
