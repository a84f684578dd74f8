import { expect, test } from "vitest"
import { z } from "zod"
import { codes } from "../../src/findings/codes.ts"
import { readFindings, writeFindings, type Finding } from "../../src/findings/finding.ts"
import { telemetryMarks } from "../../src/findings/parameters.ts"

const measured: Finding = {
  code: "telemetry_condition_failed",
  parameters: {
    measure: "max",
    comparison: "above",
    threshold: 5,
    count: null,
    value: 7_654_321,
    metric: "queue.length",
    group: "canary",
    example: "canary",
    minutes: 5,
    failing: 1,
    windows: 1,
    neededWindows: 1,
  },
}

test("values of telemetry are not stored where everybody reads, however deep they are", () => {
  const within: Finding = { code: "check_skipped", parameters: { why: [measured] } }
  const deeper: Finding = { code: "first_attempt", parameters: { cause: [within] } }
  for (const finding of [measured, within, deeper]) {
    const stored = writeFindings([finding]) ?? ""
    expect(stored).not.toMatch(/canary|7654321/)
    expect(readFindings(JSON.parse(stored))).toMatchObject([{ code: finding.code }])
  }
})

/** Marked schemas within a schema, by their path. */
function marksIn(schema: z.core.$ZodType, path: string): string[] {
  const own = telemetryMarks.has(schema) ? [path] : []
  if (schema instanceof z.ZodNullable) return [...own, ...marksIn(schema.unwrap(), path)]
  if (schema instanceof z.ZodArray) return [...own, ...marksIn(schema.element, `${path}[]`)]
  if (!(schema instanceof z.ZodObject)) return own
  const members = Object.entries(schema.shape)
  return [...own, ...members.flatMap(([name, one]) => marksIn(one, `${path}.${name}`))]
}

test("only direct parameters are marked, because only those are hidden", () => {
  const marks = Object.entries(codes).flatMap(([code, schema]) => marksIn(schema, code))
  expect(marks.length).toBeGreaterThan(0)
  expect(marks.filter((path) => !/^\w+\.\w+$/.test(path))).toEqual([])
})
