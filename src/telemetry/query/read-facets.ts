import type { Store } from "../store/store.ts"
import { compileQuery, fieldExpression } from "./language/compile-query.ts"
import { logFields, spanFields, type Searchable } from "./language/searchable.ts"
import { bounds, inSeconds, inWindow, windowParams, type Window } from "./window.ts"

export type Signal = "logs" | "spans"
export type Facet = { field: string; value: string; records: number }
export type FieldCount = { field: string; records: number }

type Table = { name: string; searchable: Searchable; times: string }

const tables: Readonly<Record<Signal, Table>> = {
  logs: {
    name: "otel_logs",
    searchable: logFields,
    times: `${inWindow("Timestamp")} AND ${inSeconds("TimestampTime")}`,
  },
  spans: { name: "otel_traces", searchable: spanFields, times: inWindow("Timestamp") },
}

const mostValues = 10
/** Records in which attributes are looked for. */
const sampled = 20_000

/** The most frequent values of fields among the records that a query finds. @throws {QueryFault} */
export function readFacets(
  store: Store,
  signal: Signal,
  window: Window,
  { query, fields }: { query: string; fields: readonly string[] },
): Promise<Facet[]> {
  const { name, searchable, times } = tables[signal]
  const { sql, params } = compileQuery(query, searchable)
  const each = fields.map((field, at) => fieldExpression(field, searchable, `f${at}_`))
  const names = Object.fromEntries(fields.map((field, at) => [`name${at}`, field]))
  const pairs = each.map((one, at) => `({name${at}:String}, ${one.sql})`)
  return store.query<Facet>(
    `SELECT pair.1 AS field, pair.2 AS value, toFloat64(count()) AS records
     FROM (SELECT arrayJoin([${pairs.join(", ")}]) AS pair FROM ${name} WHERE ${times} AND ${sql})
     WHERE value != ''
     GROUP BY field, value ORDER BY records DESC, value LIMIT ${mostValues} BY field`,
    {
      ...params,
      ...windowParams(window),
      ...names,
      ...Object.assign({}, ...each.map((one) => one.params)),
    },
    bounds,
  )
}

/** Attributes of some of the records that a query finds, the most frequent first. @throws {QueryFault} */
export function listFields(
  store: Store,
  signal: Signal,
  window: Window,
  query: string,
): Promise<FieldCount[]> {
  const { name, searchable, times } = tables[signal]
  const { sql, params } = compileQuery(query, searchable)
  return store.query<FieldCount>(
    `SELECT field, toFloat64(count()) AS records
     FROM (SELECT arrayJoin(arrayConcat(
         arrayMap(key -> concat('attr.', key), mapKeys(${searchable.attributes})),
         arrayMap(key -> concat('resource.', key), mapKeys(ResourceAttributes)))) AS field
       FROM (SELECT ${searchable.attributes}, ResourceAttributes FROM ${name}
         WHERE ${times} AND ${sql} LIMIT ${sampled}))
     GROUP BY field ORDER BY records DESC, field LIMIT 100`,
    { ...params, ...windowParams(window) },
    bounds,
  )
}
