import type { Store } from "../store/store.ts"
import { bounds, tablesOf, type Signal } from "./tables-of.ts"

type Rule = {
  projectId: string
  signal: Signal
  keepErrors: boolean
  service: string | null
  operation: string | null
  severityBelow: number | null
  attribute: string | null
  attributeValue: string | null
  bodyContains: string | null
}

/** What a rule would have matched. */
export type RulePreview = {
  /** Records of the signal. */
  records: number
  /** Those that meet the conditions, without errors that are kept. */
  matched: number
  services: { name: string; matched: number }[]
}

/** Applies the conditions of a rule to the records of one day. */
export async function previewRule(store: Store, rule: Rule, day: Date): Promise<RulePreview> {
  const { tables, time } = tablesOf[rule.signal]
  const { sql, params } = conditionsOf(rule)
  const from = day.getTime() / 1000
  const parts = tables.map(
    (table) => `
      SELECT ServiceName, count() AS records, countIf(${sql}) AS matched FROM ${table}
       WHERE ProjectId = {project:UUID} AND ${time} >= toDateTime64({from:Float64}, 9)
         AND ${time} < toDateTime64({to:Float64}, 9)
       GROUP BY ServiceName`,
  )
  const rows = await store.query<{ name: string; records: number; matched: number }>(
    `SELECT ServiceName AS name, toFloat64(sum(records)) AS records, toFloat64(sum(matched)) AS matched
       FROM (${parts.join(" UNION ALL ")}) GROUP BY name ORDER BY matched DESC, name`,
    { ...params, project: rule.projectId, from, to: from + 86_400 },
    bounds,
  )
  const sum = (of: "records" | "matched") => rows.reduce((total, row) => total + row[of], 0)
  return {
    records: sum("records"),
    matched: sum("matched"),
    services: rows
      .filter(({ matched }) => matched > 0)
      .slice(0, 20)
      .map(({ name, matched }) => ({ name, matched })),
  }
}

function conditionsOf(rule: Rule): { sql: string; params: Record<string, unknown> } {
  const params: Record<string, unknown> = {}
  const all: string[] = []
  const bind = (name: string, value: string | number) => {
    params[name] = value
    return `{${name}:${typeof value === "number" ? "UInt32" : "String"}}`
  }
  const like = (column: string, name: string, value: string) =>
    value.endsWith("*")
      ? `startsWith(${column}, ${bind(name, value.slice(0, -1))})`
      : `${column} = ${bind(name, value)}`
  const { attributes, operation } = tablesOf[rule.signal]
  if (rule.service !== null) all.push(like("ServiceName", "service", rule.service))
  if (rule.operation !== null && operation !== null)
    all.push(like(operation, "operation", rule.operation))
  if (rule.severityBelow !== null) {
    all.push(`SeverityNumber > 0 AND SeverityNumber < ${bind("severity", rule.severityBelow)}`)
  }
  if (rule.bodyContains !== null) {
    all.push(`positionCaseInsensitiveUTF8(Body, ${bind("body", rule.bodyContains)}) > 0`)
  }
  if (rule.attribute !== null) {
    const key = bind("attribute", rule.attribute)
    const map = `if(mapContains(${attributes}, ${key}), ${attributes}, ResourceAttributes)`
    all.push(`mapContains(${map}, ${key})`)
    if (rule.attributeValue !== null) all.push(like(`${map}[${key}]`, "value", rule.attributeValue))
  }
  if (rule.keepErrors && rule.signal === "logs") all.push("SeverityNumber < 17")
  if (rule.keepErrors && rule.signal === "traces") all.push("StatusCode != 'Error'")
  return { sql: all.join(" AND ") || "1", params }
}
