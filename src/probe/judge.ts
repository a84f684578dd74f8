import { infrastructure } from "../graphql/check/result.ts"
import type { CheckResult, EgressSample } from "../graphql/check/result.ts"
import type { Target } from "../graphql/monitor/target.ts"
import type { Failure } from "./observation.ts"
import type { Attempt } from "./run.ts"

/** What a judgement may do in the world; each is asked for only when it is needed. */
export type Means = {
  attempt(): Promise<Attempt>
  /** The same again over a new connection, resolved by the other resolver. */
  attemptAgain(): Promise<Attempt>
  /** Whether our own line is alive at this very moment. */
  checkEgress(): Promise<{ alive: boolean; samples: EgressSample[] }>
}

/**
 * From one look to a verdict on the check: a failure counts once a second look agrees, and a failure that our
 * own line could cause counts only while that line is proved alive. A fault of our own is `unknown`.
 */
export async function judge(target: Target, means: Means): Promise<CheckResult> {
  const first = await means.attempt()
  const { failure } = first.observation
  if (failure === null || failure.class === "internal") return conclude(target, [first], failure)
  const second = await means.attemptAgain()
  const confirmed = agree(failure, second.observation.failure)
  if (confirmed === null || !infrastructure.has(confirmed.class)) {
    return conclude(target, [first, second], confirmed)
  }
  const { alive, samples } = await means.checkEgress()
  return conclude(target, [first, second], confirmed, { alive, samples })
}

/** Two looks agree on the lesser level; the second one's words are the fresher. */
function agree(first: Failure, second: Failure | null): Failure | null {
  if (second === null || second.class === "internal") return second
  return second.level === "offline" && first.level === "degraded" ? first : second
}

function conclude(
  target: Target,
  attempts: [Attempt, ...Attempt[]],
  failure: Failure | null,
  egress: { alive: boolean; samples: EgressSample[] } | null = null,
): CheckResult {
  const [first] = attempts
  const last = attempts.at(-1) ?? first
  const isBlind = failure?.class === "internal" || egress?.alive === false
  const { observation } = last
  return {
    monitorId: target.monitorId,
    monitorSeq: target.monitorSeq,
    startedAt: first.startedAt,
    requestedAt: target.checkRequestedAt,
    status: isBlind ? "unknown" : (failure?.level ?? "operational"),
    failureClass: failure?.class ?? null,
    reason:
      failure && (egress?.alive === false ? blindWords(failure, egress.samples) : failure.reason),
    warnings: observation.warnings,
    attempts: attempts.length,
    durationMs: last.durationMs,
    phases: observation.phases,
    httpStatus: observation.httpStatus,
    address: observation.address,
    certificate: observation.certificate,
    assertions: observation.assertions,
    firstAttempt:
      attempts.length > 1
        ? {
            failureClass: first.observation.failure?.class ?? null,
            reason: first.observation.failure?.reason ?? null,
          }
        : null,
    egress: egress?.samples ?? null,
    evidence: failure === null ? null : observation.evidence,
  }
}

const blindWords = (failure: Failure, samples: EgressSample[]): string =>
  `We could not see: none of ${samples.length} egress anchors answered either. What the check met: ${failure.reason}`
