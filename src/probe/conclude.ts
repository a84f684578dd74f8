import type { Finding } from "../findings/finding.ts"
import { say } from "../findings/say.ts"
import { ownFaults, type CheckResult } from "../graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { familyOf } from "./family.ts"
import { networkFinding } from "./honest/finding.ts"
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
      ? [inconclusive(blindness(proof)), attempted(failure)]
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

export const warned = (result: CheckResult, warning: Finding): CheckResult => ({
  ...result,
  warnings: [...result.warnings, warning],
})

const inconclusive = (why: Finding): Finding => ({
  code: "inconclusive",
  parameters: { why: [why] },
})

function blindness({ samples, part, isBack, finding = null }: Proof): Finding {
  if (finding !== null) return networkFinding(finding)
  const count = samples.length
  const isReached = samples.some(({ reachable }) => reachable)
  switch (part) {
    case "neighbors":
      return { code: count === 0 ? "interface_down" : "neighbors_silent", parameters: {} }
    case "IPv4 pings":
    case "IPv6 pings": {
      const family = part === "IPv4 pings" ? 4 : 6
      return isReached
        ? { code: "anchors_not_pinged_throughout", parameters: { family } }
        : { code: "no_anchor_pinged", parameters: { family, count } }
    }
    case "name servers":
      return isReached
        ? { code: "name_servers_not_up_throughout", parameters: {} }
        : { code: "no_name_server_answered", parameters: { count } }
    case null:
    case "HTTP":
    case 4:
    case 6: {
      if (isReached) return { code: "anchors_not_up_throughout", parameters: {} }
      const family = part === "HTTP" ? null : part
      if (count === 0) return { code: "no_anchor_set", parameters: { family } }
      const isMissing = part === 6 && !isBack
      return { code: "no_anchor_answered", parameters: { family, count, isMissing } }
    }
  }
}

const attempted = (failure: Failure | null): Finding =>
  failure === null
    ? { code: "check_itself_succeeded", parameters: {} }
    : { code: "check_itself", parameters: { cause: failure.findings } }

const placeOf = ({ observation }: Attempt) => ({
  address: observation.address,
  family: familyOf(observation),
})

/** The failure of one address while another works. */
export function splitFailure(failure: Failure, failing: Attempt, working: Attempt): Failure {
  const parameters = { works: placeOf(working), fails: placeOf(failing), cause: failure.findings }
  return { ...failure, level: "degraded", findings: [{ code: "works_elsewhere", parameters }] }
}

/** Join the findings of two attempts that failed to connect: each names its own addresses. */
export function haveFailedApart(first: Attempt, second: Attempt, failure: Failure): Failure {
  const [one, other] = [first.observation, second.observation].map(({ failure: own, address }) =>
    own !== null && address === null ? own.findings : null,
  )
  const isApart = one && other && say(one) !== say(other)
  return isApart ? { ...failure, findings: [...one, ...other] } : failure
}
