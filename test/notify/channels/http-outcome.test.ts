import { asWritten } from "../../../src/findings/finding.ts"
import { expect, test } from "vitest"
import type { AttemptOutcome } from "../../../prisma/generated/enums.ts"
import { failed, outcomeOfPost } from "../../../src/channels/http-outcome.ts"
import { isFinal, isTemporary, judgeStatus } from "../../../src/platform/judge-post.ts"
import type { Sent } from "../../../src/platform/send-post.ts"

const words = asWritten("words")
const gone = asWritten("The browser is gone.")

const sent = (
  outcome: AttemptOutcome,
  responseStatus: number | null,
  retryAfter?: number,
): Sent => ({
  outcome,
  durationMs: 1,
  responseStatus,
  responseHeaders: null,
  responseBody: null,
  finding: outcome === "accepted" ? null : words,
  retryAfter: retryAfter ?? null,
})

const cases: [status: number, outcome: AttemptOutcome, ofProvider: string, ofEndpoint: string][] = [
  [200, "accepted", "accepted", "accepted"],
  [202, "accepted", "accepted", "accepted"],
  [204, "accepted", "accepted", "accepted"],
  [301, "redirected", "dead", "retry"],
  [304, "redirected", "dead", "retry"],
  [400, "rejected", "dead", "retry"],
  [401, "rejected", "dead", "retry"],
  [403, "rejected", "dead", "retry"],
  [404, "rejected", "dead", "retry"],
  [408, "rejected", "retry", "retry"],
  [409, "rejected", "dead", "retry"],
  [410, "gone", "dead", "dead"],
  [413, "rejected", "dead", "retry"],
  [425, "rejected", "retry", "retry"],
  [429, "rejected", "retry", "retry"],
  [500, "rejected", "retry", "retry"],
  [502, "rejected", "retry", "retry"],
  [503, "rejected", "retry", "retry"],
  [599, "rejected", "retry", "retry"],
]

test.each(cases)("a status of %i is %s", (status, outcome, ofProvider, ofEndpoint) => {
  expect(judgeStatus(status)[0]).toBe(outcome)
  const one = sent(outcome, status, 7)
  expect(outcomeOfPost(one).kind).toBe(ofProvider)
  const end = isFinal(one, "endpoint") ? "dead" : outcome === "accepted" ? "accepted" : "retry"
  expect(end).toBe(ofEndpoint)
  if (outcome === "accepted") return
  expect(isTemporary(status)).toBe(ofProvider === "retry")
  expect(failed({ status, finding: words }).kind).toBe(ofProvider)
})

test.each<[AttemptOutcome, string]>([
  ["timed_out", "retry"],
  ["unreachable", "retry"],
  ["untrusted", "retry"],
  ["failed", "retry"],
  ["forbidden", "dead"],
])("without an answer, %s is %s for a provider and retried for an endpoint", (outcome, kind) => {
  expect(outcomeOfPost(sent(outcome, null)).kind).toBe(kind)
  expect(isFinal(sent(outcome, null), "endpoint")).toBe(false)
})

const explain = () => ({ finding: gone, isGone: true as const })

test("Retry-After and what a provider explains are carried", () => {
  expect(outcomeOfPost(sent("rejected", 429, 30))).toEqual({
    kind: "retry",
    afterSeconds: 30,
    status: 429,
    finding: words,
  })
  expect(outcomeOfPost(sent("rejected", 404), explain)).toEqual({
    kind: "dead",
    status: 404,
    finding: gone,
    isGone: true,
  })
  expect(outcomeOfPost(sent("accepted", 200), explain).kind).toBe("accepted")
})
