import { expect, test } from "vitest"
import { computedMs } from "../../src/platform/clock.ts"
import { judgeBody } from "../../src/probe/http/judge-body.ts"

const body = (text: string) => ({ body: Buffer.from(text), whole: true, contentType: "text/plain" })
const facts = { durationMs: 1, now: new Date(), status: 200 }
const never = new AbortController().signal

/** Near the limit of each, as many as a monitor may have. */
const costly = Array.from({ length: 10 }, (_, at) => ({
  kind: "regex" as const,
  pattern: `(?i)[\\pL]{500}z${at}`,
  matches: false,
  level: "offline" as const,
}))

test("expressions that take long delay no other check, and still decide", async () => {
  const text = body("a".repeat(200_000))
  const times: number[] = []
  for (let check = 0; check < 2; check += 1) {
    const beforeMs = computedMs()
    const judged = await judgeBody({ assertions: costly, facts, body: text }, never)
    times.push(computedMs() - beforeMs)
    expect(judged.results).toHaveLength(10)
  }
  // CPU time of this thread; alone they take seconds.
  expect(times[0]).toBeLessThan(500)
  expect(times[1]).toBeLessThan(200)
})

test("other expressions are judged at once", async () => {
  const assertions = [{ ...costly[0], pattern: "^ok$", matches: true } as (typeof costly)[number]]
  const judged = await judgeBody({ assertions, facts, body: body("ok") }, never)
  expect(judged.failure).toBeNull()
})
