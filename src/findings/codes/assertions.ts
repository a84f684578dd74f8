import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

export const comparisons = [
  "exists",
  "not_exists",
  "contains",
  "not_contains",
  "equals",
  "not_equals",
  "less_than",
  "greater_than",
] as const
export type Comparison = (typeof comparisons)[number]

const none = z.object({})
const compared = { comparison: z.enum(comparisons), value: evidence() }
const excerpt = z.object({ excerpt: evidence(), mostMiB: z.number().nullable() })

/** What was expected and what was seen are clauses; `assertion_failed` and `assertion_unknown` are sentences. */
export const assertionCodes = {
  /** `more` other assertions failed too. */
  assertion_failed: z.object({ seen: nested(), expected: nested(), more: z.number() }),
  /** A part of the response that was not read decides. */
  assertion_unknown: z.object({ expected: nested(), why: nested(), more: z.number() }),
  expects_status: z.object({ codes: evidence() }),
  expects_header: z.object({ name: evidence(), ...compared }),
  expects_body: z.object(compared),
  expects_match: z.object({ pattern: evidence(), isWanted: z.boolean() }),
  expects_value: z.object({ path: evidence(), ...compared }),
  expects_response_time: z.object({ mostMs: z.number() }),
  expects_certificate_days: z.object({ leastDays: z.number() }),
  expects_valid_expression: none,
  expects_records: z.object({ type: evidence(), count: z.number(), values: evidence() }),
  expects_some_record: z.object({ type: evidence() }),
  saw_status: z.object({ status: z.number() }),
  saw_header: z.object({ value: evidence() }),
  saw_no_header: z.object({ name: evidence() }),
  /** The body, or its part that decided; `mostMiB` of a longer one were read. */
  saw_body: excerpt,
  saw_empty_body: z.object({ mostMiB: z.number().nullable() }),
  saw_no_json: z.object({ body: nested() }),
  saw_values: z.object({ values: z.array(evidence()), more: z.number() }),
  saw_no_value: none,
  saw_value_among: z.object({ value: evidence(), path: evidence(), count: z.number() }),
  saw_response_time: z.object({ ms: z.number() }),
  saw_no_certificate: none,
  saw_certificate_days: z.object({
    days: z.number(),
    issuer: evidence().nullable(),
    at: z.string(),
  }),
  saw_records: z.object({ values: evidence() }),
  saw_no_records: none,
  not_applicable: none,
  body_not_read_on: z.object({ mostMiB: z.number() }),
  too_many_values: z.object({ most: z.number() }),
  /** Expressions of the monitor that cannot be evaluated; they say nothing about the target. */
  pattern_slow: z.object({ pattern: evidence(), mostMs: z.number() }),
  pattern_invalid: z.object({ pattern: evidence(), error: evidence().nullable() }),
  path_slow: z.object({ path: evidence(), mostMs: z.number() }),
  path_invalid: z.object({ path: evidence(), error: evidence().nullable() }),
  not_a_number: z.object({ value: evidence() }),
}
