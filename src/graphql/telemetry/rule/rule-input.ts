import { z } from "zod"
import { text } from "../../../platform/text-schema.ts"
import { id, name } from "../../kernel/input.ts"

const optional = (most: number) => text(most).nullish().default(null)

const conditions = {
  service: optional(200),
  operation: optional(200),
  severityBelow: z.int().min(2).max(24).nullish().default(null),
  attribute: optional(200),
  attributeValue: optional(500),
  bodyContains: optional(200),
}

/** What a rule applies to; at least one condition, so that no rule drops everything by accident. */
export const ruleConditions = z
  .object({
    projectId: id,
    signal: z.enum(["logs", "traces", "metrics"]),
    keepPercent: z.int().min(0).max(99),
    keepErrors: z.boolean().default(true),
    ...conditions,
  })
  .superRefine((given, issues) => {
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: "custom", path: [path], message })
    const { signal, keepPercent, attribute, attributeValue } = given
    const isEmpty = Object.keys(conditions).every(
      (name) => given[name as keyof typeof conditions] === null,
    )
    if (isEmpty) {
      refuse("service", "is missing: a rule needs at least one condition")
    }
    if (signal === "metrics" && keepPercent !== 0) {
      refuse("keepPercent", "must be 0 for metrics: sampled data points would make sums wrong")
    }
    if (signal !== "logs" && given.severityBelow !== null) {
      refuse("severityBelow", "applies to logs only")
    }
    if (signal !== "logs" && given.bodyContains !== null) {
      refuse("bodyContains", "applies to logs only")
    }
    if (signal === "logs" && given.operation !== null) {
      refuse("operation", "applies to traces and metrics only")
    }
    if (attribute === null && attributeValue !== null) {
      refuse("attributeValue", "needs the name of the attribute")
    }
  })

export type RuleInput = z.input<typeof ruleConditions>

export const ruleName = z.object({ name })
