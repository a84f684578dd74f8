import {
  infrastructure,
  type FailureClass,
} from "../graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { familyOf, type Family } from "./family.ts"
import { dependsOnNames } from "./name-delay.ts"
import { portOf } from "./http/http-request.ts"
import type { Observation } from "./observation.ts"

/** The parts of our own network that the outcome of an attempt depends on. */
export type Dependency = {
  /** The addresses that failed: of the target, or of the name server that the monitor names. */
  peers: string[]
  /** The family of all of them; null if they are of both, or unknown. */
  family: Family | null
  /**
   * `alive`: packets must have passed all the time. `verified`: others on the path could give such an answer; it
   * counts if anchors were honest around it, or never were here.
   */
  path: "alive" | "verified" | null
  /**
   * `honest`: our name servers must know what all know. `answering`: they must answer, if they ever did; a firewall of
   * ours may stop queries alone. `true`: they must give no false answers.
   */
  names: "honest" | "answering" | "true" | null
  /** Whether the monitor names its own name server, whose answers somebody on the path could replace. */
  hasOwnServer: boolean
  /** Whether nothing came at all, rather than a refusal or a reset. */
  isSilent: boolean
  /** Addresses that name servers gave. */
  given: string[]
  /** Whether it waited for a reply to a ping, which a firewall of ours may drop while all else passes. */
  isPing: boolean
  /** Whether it is an answer of plain HTTP, which a portal could give. */
  isPlain: boolean
}

/** Failures that others on the path can cause by an answer of their own. */
const answeredByOthers: ReadonlySet<FailureClass> = new Set<FailureClass>([
  "connect_refused",
  "tls",
])
const silent: ReadonlySet<FailureClass> = new Set<FailureClass>([
  "dns_temporary",
  "no_route",
  "connect_timeout",
  "timeout",
])
const unconnected: ReadonlySet<FailureClass> = new Set<FailureClass>([
  "no_route",
  "connect_timeout",
])

/** What an outcome depends on; null if nothing of ours could have caused it. */
export function dependencyOf(target: Target, observation: Observation): Dependency | null {
  const { failure, address } = observation
  const failureClass = failure?.class ?? null
  const path = pathOf(target, observation)
  const isPlain = path !== "alive" && target.kind === "http" && isPlainHttp(target.url, observation)
  const names = namesOf(target, observation, path !== null || isPlain)
  if (path === null && names === null && !isPlain) return null
  const peers = failure?.peers ?? (address === null ? [] : [address])
  return {
    peers,
    family: familyOf(observation),
    path,
    names,
    hasOwnServer: target.kind === "dns" && target.resolver !== null,
    isSilent: failureClass !== null && silent.has(failureClass),
    given: observation.answers ?? (target.kind === "dns" ? [] : peers),
    isPing: target.kind === "ping" && failureClass !== null && unconnected.has(failureClass),
    isPlain,
  }
}

/** Whether our own network must be watched during the attempt; for the rest a proof after it suffices. */
export const isWatched = ({ path, names }: Dependency): boolean =>
  path !== null || names === "honest"

function pathOf(target: Target, { failure, phases }: Observation): Dependency["path"] {
  // A middlebox may accept each connection; other kinds wait for more than that.
  if (failure === null) return target.kind === "tcp" ? "verified" : null
  if (infrastructure.has(failure.class)) return "alive"
  if (answeredByOthers.has(failure.class)) return "verified"
  return failure.class === "dns_missing" && phases.dnsMs !== null ? "verified" : null
}

/** A response over TLS that is valid for the name can come from nobody else. */
const isPlainHttp = (url: string, { failure, certificate, httpStatus }: Observation): boolean =>
  (httpStatus !== null || failure?.class === "protocol") &&
  (certificate === null || !/^https:/i.test(url))

function namesOf(
  target: Target,
  observation: Observation,
  isDoubtful: boolean,
): Dependency["names"] {
  const { failure, phases } = observation
  if (dependsOnNames(target, observation)) return "honest"
  if (phases.dnsMs === null) return null
  const hasOwnResolver = target.kind === "dns" && target.resolver !== null
  if (failure?.class === "dns_temporary" && hasOwnResolver) return "answering"
  if (failure?.class === "dns_missing" && !hasOwnResolver) return "honest"
  return isDoubtful || target.kind === "dns" || target.kind === "ping" ? "true" : null
}

/** The port that a target listens on; null if it has none. */
export function portOfTarget(target: Target): number | null {
  if (target.kind === "tcp" || target.kind === "tls") return target.port
  if (target.kind !== "http") return null
  const url = URL.parse(target.url)
  return url === null ? null : portOf(url)
}
