import type { Finding } from "../findings/finding.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import type { Failure, Observation } from "./observation.ts"

/** Of the timeout: a name that took longer left the target too little of it, or none. */
const longShare = 0.2

/** Whether our name servers may have caused this failure: by no answer, or by a late one that left too little time. */
export function dependsOnNames(target: Target, { failure, phases }: Observation): boolean {
  // A name server that the monitor names is part of its target.
  if (failure === null || (target.kind === "dns" && target.resolver !== null)) return false
  if (failure.class === "dns_temporary") return true
  const dnsMs = phases.dnsMs ?? 0
  return failure.overMs === undefined
    ? isTimeout(failure) && dnsMs >= target.timeoutSeconds * 1000 * longShare
    : dnsMs >= failure.overMs
}

const isTimeout = (failure: Failure): boolean =>
  failure.class === "timeout" || failure.class === "connect_timeout"

/** Says how long the name took, if that is why the time ran out. */
export function explainNameDelay(target: Target, observation: Observation): Observation {
  const { failure, phases } = observation
  if (failure === null || failure.class === "dns_temporary" || target.kind === "dns") {
    return observation
  }
  if (!dependsOnNames(target, observation)) return observation
  const slow: Finding = { code: "name_slow", parameters: { afterMs: phases.dnsMs ?? 0 } }
  const findings = [...failure.findings, slow]
  return { ...observation, failure: { ...failure, findings } }
}
