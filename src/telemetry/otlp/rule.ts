import { crc32 } from "node:zlib"
import type { Signal } from "./otlp-error.ts"
import type { Row } from "./read-row.ts"

/** Which records are dropped or sampled. All conditions that are not null must hold; `*` at the end of a text stands for any. */
export type Rule = {
  signal: Signal
  /** Of the records that match, in percent. */
  keepPercent: number
  keepErrors: boolean
  service: string | null
  /** Name of the span or metric. */
  operation: string | null
  severityBelow: number | null
  attribute: string | null
  attributeValue: string | null
  bodyContains: string | null
}

const firstErrorSeverity = 17

/** Whether a record is kept: the first rule that matches decides. */
export function isKept(rules: readonly Rule[], row: Row): boolean {
  const rule = rules.find((one) => matches(one, row))
  if (rule === undefined) return true
  if (rule.keepErrors && isError(row)) return true
  return rule.keepPercent > 0 && drawPercent(row) < rule.keepPercent
}

const isError = ({ severity, status }: Row): boolean =>
  severity >= firstErrorSeverity || status === "Error"

/** Records of one trace have the same number, so that a trace is kept or dropped as a whole. */
const drawPercent = ({ traceId }: Row): number =>
  traceId === "" ? Math.random() * 100 : (crc32(traceId) % 10_000) / 100

function matches(rule: Rule, row: Row): boolean {
  if (!isLike(row.service, rule.service) || !isLike(row.operation, rule.operation)) return false
  // A record without a severity is not below any.
  const { severityBelow, bodyContains, attribute } = rule
  if (severityBelow !== null && (row.severity === 0 || row.severity >= severityBelow)) return false
  if (bodyContains !== null && !row.body().toLowerCase().includes(bodyContains.toLowerCase())) {
    return false
  }
  if (attribute === null) return true
  const value = row.attribute(attribute)
  return value !== null && isLike(value, rule.attributeValue)
}

function isLike(text: string, wanted: string | null): boolean {
  if (wanted === null) return true
  return wanted.endsWith("*") ? text.startsWith(wanted.slice(0, -1)) : text === wanted
}
