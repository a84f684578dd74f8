import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { computedMs } from "../../src/platform/clock.ts"
import { fill } from "../../src/graphql/incidents/incident-template/rules/fill-template.ts"
import { assertions } from "../../src/graphql/monitoring/monitor/write/monitor-criteria.ts"

const listOf = (pattern: string) =>
  Array.from({ length: 20 }, () => ({ kind: "regex", pattern, matches: true, level: "offline" }))

test("expensive patterns delay others for a moment, and the next request starts with a full budget", async () => {
  const dear = listOf("\\pL{1000}".repeat(110))
  const before = computedMs()
  const answers = Array.from({ length: 20 }, () => assertions.safeParse(dear))
  expect(computedMs() - before).toBeLessThan(1500)
  expect(answers.at(-1)?.error?.issues).toHaveLength(20)
  expect(answers.at(-1)?.error?.issues[0]).toMatchObject({
    path: [0, "pattern"],
    message: expect.stringContaining("take too long to compile"),
  })
  await setImmediate()
  expect(assertions.safeParse(listOf("^ok$")).success).toBe(true)
})

test("a template with many placeholders is not filled with long values", () => {
  const values = [{ name: "a", value: "x".repeat(5000) }]
  expect(() => fill("{{a}}".repeat(10_000), values)).toThrow("makes the text too long")
  expect(fill("{{a}}".repeat(10), values)).toHaveLength(50_000)
})
