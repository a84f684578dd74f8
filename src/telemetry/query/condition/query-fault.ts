import { compileQuery } from "../language/compile-query.ts"
import { QueryFault } from "../language/query-term.ts"
import { logFields, metricFields, spanFields } from "../language/searchable.ts"
import { isLogMeasure, isSpanMeasure } from "./condition.ts"

const searchableOf = (measure: string) =>
  isLogMeasure(measure) ? logFields : isSpanMeasure(measure) ? spanFields : metricFields

/** Why the query of a condition cannot be read; null if it can. */
export function queryFault({ query, measure }: { query: string; measure: string }): string | null {
  try {
    compileQuery(query, searchableOf(measure))
    return null
  } catch (error) {
    if (error instanceof QueryFault) return error.message
    throw error
  }
}
