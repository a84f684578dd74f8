import { asWritten } from "../findings/finding.ts"
import { say } from "../findings/say.ts"
import {
  ownFaults,
  type CheckResult,
  type EgressSample,
} from "../graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { familyOf } from "./family.ts"
import { describeFinding } from "./honest/finding.ts"
import type { Failure, Observation } from "./observation.ts"
import type { Proof } from "./own-network.ts"
import type { Attempt } from "./run.ts"

export type Tries = [Attempt, ...Attempt[]]

/** Build a check's result from its attempts, the failure they agree on, and the proof of our own network, if any. */
export function conclude(
  target: Target,
  tries: Tries,
  failure: Failure | null,
  proof: Proof | null = null,
): CheckResult {
  const [first, second] = tries
  const last = tries.at(-1) ?? first
  const isUnproven = proof?.alive === false
  const isBlind = (failure !== null && ownFaults.has(failure.class)) || isUnproven
  const { observation } = last
  return {
    monitorId: target.monitorId,
    monitorSeq: target.monitorSeq,
    startedAt: new Date(Math.min(...tries.map(({ startedAt }) => startedAt.getTime()))),
    requestedAt: target.checkRequestedAt,
    status: isBlind ? "unknown" : (failure?.level ?? "operational"),
    failureClass: failure?.class ?? null,
    findings: isUnproven
      ? [asWritten(`${describeBlindness(proof)} ${describeAttempt(failure)}`)]
      : (failure?.findings ?? []),
    warnings: observation.warnings,
    attempts: tries.length,
    durationMs: last.durationMs,
    phases: observation.phases,
    httpStatus: observation.httpStatus,
    address: observation.address,
    certificate: observation.certificate,
    assertions: observation.assertions,
    firstAttempt: second === undefined ? null : toFirstAttempt(first.observation, second.startedAt),
    egress: proof === null || (proof.alive && proof.samples.length === 0) ? null : proof.samples,
    evidence: failure === null ? null : observation.evidence,
    traceId: observation.traceId,
    rows: observation.rows ?? null,
    measured: observation.measured ?? null,
    inRow: isBlind || failure === null ? null : (observation.inRow ?? null),
  }
}

const toFirstAttempt = (
  { failure, address }: Observation,
  againAt: Date,
): CheckResult["firstAttempt"] => ({
  failureClass: failure?.class ?? null,
  findings: failure?.findings ?? [],
  address,
  againAt,
})

export const warned = (result: CheckResult, warning: string): CheckResult => ({
  ...result,
  warnings: [...result.warnings, warning],
})

function describeBlindness({ samples, part, isBack, finding = null }: Proof): string {
  if (finding !== null) return `Inconclusive: ${describeFinding(finding)}.`
  if (part === "neighbors") return describeNeighbors(samples)
  if (part === "IPv4 pings" || part === "IPv6 pings") return describePings(samples, part)
  const what = part === "name servers" ? "name servers" : "egress anchors"
  if (samples.some(({ reachable }) => reachable)) {
    return `Inconclusive: our ${what} were not reachable the whole time.`
  }
  if (part === "name servers") {
    return `Inconclusive: none of our ${samples.length} name servers answered.`
  }
  const kind = part === null ? "" : `IPv${part} `
  if (samples.length === 0) {
    return `Inconclusive: EGRESS_ANCHORS has no ${kind}anchor to verify our own network.`
  }
  const hint = part === 6 && !isBack ? "; this machine may have no IPv6" : ""
  return `Inconclusive: none of ${samples.length} ${kind}egress anchors answered either${hint}.`
}

function describePings(samples: EgressSample[], part: string): string {
  const count = samples.filter(({ reachable }) => reachable).length
  return count > 0
    ? `Inconclusive: our egress anchors did not reply to ${part} the whole time.`
    : `Inconclusive: none of ${samples.length} egress anchors replied to ${part} either, so our own network may drop ICMP.`
}

const describeNeighbors = (samples: EgressSample[]): string =>
  samples.length === 0
    ? "Inconclusive: the interface to this network was down."
    : "Inconclusive: no other host on this network answered the whole time."

const describeAttempt = (failure: Failure | null): string =>
  failure === null ? "The check itself succeeded." : `The check itself: ${say(failure.findings)}`

/** The failure of one address while another works. */
export function splitFailure(failure: Failure, failing: Attempt, working: Attempt): Failure {
  const place = working.observation.address ?? "another address"
  const [bad, good] = [familyOf(failing.observation), familyOf(working.observation)]
  const words =
    bad !== null && good !== null && bad !== good
      ? `Works over IPv${good} (${place}) but not over IPv${bad}`
      : `Works over ${place} but not over ${failing.observation.address ?? "another address"}`
  return {
    ...failure,
    level: "degraded",
    findings: [asWritten(`${words}: ${say(failure.findings)}`)],
  }
}

/** Join the findings of two attempts that failed to connect: each names its own addresses. */
export function haveFailedApart(first: Attempt, second: Attempt, failure: Failure): Failure {
  const [one, other] = [first.observation, second.observation].map(({ failure: own, address }) =>
    own !== null && address === null ? own.findings : null,
  )
  const isApart = one && other && say(one) !== say(other)
  return isApart ? { ...failure, findings: [...one, ...other] } : failure
}
