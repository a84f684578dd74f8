import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { computedMs } from "../../src/platform/clock.ts"
import { assertions } from "../../src/graphql/monitoring/monitor/monitor-criteria.ts"

const listOf = (pattern: string) =>
  Array.from({ length: 20 }, () => ({ kind: "regex", pattern, matches: true, level: "offline" }))

test("expensive patterns delay others for at most a second, and the next request starts with a full budget", async () => {
  const dear = listOf("\\pL{1000}".repeat(110))
  const before = computedMs()
  const answers = Array.from({ length: 20 }, () => assertions.safeParse(dear))
  expect(computedMs() - before).toBeLessThan(3000)
  expect(answers.at(-1)?.error?.issues).toHaveLength(20)
  expect(answers.at(-1)?.error?.issues[0]).toMatchObject({
    path: [0, "pattern"],
    message: expect.stringContaining("take too long to compile"),
  })
  await setImmediate()
  expect(assertions.safeParse(listOf("^ok$")).success).toBe(true)
})
