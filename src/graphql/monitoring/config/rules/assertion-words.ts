import { z } from "zod"
import { assertion, type Assertion } from "../../monitor/rules/monitor-settings.ts"

/** Assertions in documents: as stored, with the names of the REST API. */

const [status, header, body, regex, jsonPath, responseTime, certificateDays] = assertion.options
const { maxMs, ...responseTimeRest } = responseTime.shape
const { minDays, ...certificateDaysRest } = certificateDays.shape
const kinds = assertion.options.map((one) => one.shape.kind.value).join(", ")

export const assertions = z
  .array(
    z.discriminatedUnion(
      "kind",
      [
        status,
        header,
        body,
        regex,
        jsonPath,
        z.strictObject({ ...responseTimeRest, max_ms: maxMs }, { error: unknownMember }),
        z.strictObject({ ...certificateDaysRest, min_days: minDays }, { error: unknownMember }),
      ],
      {
        error: (issue) => (issue.code === "invalid_union" ? `must be one of ${kinds}` : undefined),
      },
    ),
    { error: "must be a list of assertions" },
  )
  .max(20, "must be at most 20 assertions")

function unknownMember(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined
  return `must not have ${issue.keys.join(", ")}, which is not a member of this kind of assertion`
}

type Written = z.output<typeof assertions>[number]

export function writeAssertion(one: Assertion): Written {
  if (one.kind === "response_time") {
    const { maxMs, ...rest } = one
    return { ...rest, max_ms: maxMs }
  }
  if (one.kind === "certificate_days") {
    const { minDays, ...rest } = one
    return { ...rest, min_days: minDays }
  }
  return one
}

export function readAssertion(one: Written): Assertion {
  if (one.kind === "response_time") {
    const { max_ms: maxMs, ...rest } = one
    return { ...rest, maxMs }
  }
  if (one.kind === "certificate_days") {
    const { min_days: minDays, ...rest } = one
    return { ...rest, minDays }
  }
  return one
}
