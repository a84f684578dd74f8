import { percentInWords } from "../ui/percent.ts"
import type { Rule } from "./rule-documents.ts"

const signals: Record<Rule["signal"], string> = {
  LOGS: "log records",
  TRACES: "spans",
  METRICS: "data points",
}

const levels: Record<number, string> = {
  5: "debug",
  9: "info",
  13: "warn",
  17: "error",
  21: "fatal",
}
const levelWord = (number: number): string => levels[number] ?? `severity ${number}`

/** "Keeps 10% of log records of cart below warn, and all errors." */
export function ruleInWords(rule: Rule): string {
  const { signal, keepPercent, keepErrors, service, operation, attribute, attributeValue } = rule
  const conditions = [
    service === null ? "" : ` of ${service}`,
    operation === null ? "" : ` named ${operation}`,
    rule.severityBelow === null ? "" : ` below ${levelWord(rule.severityBelow)}`,
    attribute === null
      ? ""
      : ` with ${attribute}${attributeValue === null ? "" : `=${attributeValue}`}`,
    rule.bodyContains === null ? "" : ` that contain “${rule.bodyContains}”`,
  ].join("")
  const what = `${signals[signal]}${conditions}`
  const errors = keepErrors && signal !== "METRICS" ? "; errors are kept" : ""
  return keepPercent === 0
    ? `Drops ${what}${errors}.`
    : `Keeps ${percentInWords(keepPercent)} of ${what}${errors}.`
}
