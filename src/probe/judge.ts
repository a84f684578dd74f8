import { infrastructure } from "../graphql/check/result.ts"
import type { CheckResult, FailureClass } from "../graphql/check/result.ts"
import type { Target } from "../graphql/monitor/target.ts"
import type { EgressVerdict } from "./egress.ts"
import type { Family } from "./family.ts"
import { familyOf, otherFamily } from "./family.ts"
import type { Failure, Observation } from "./observation.ts"
import type { Attempt } from "./run.ts"

/** What a judgement may do in the world; each is asked for only when it is needed. */
export type Means = {
  attempt(): Promise<Attempt>
  /** The same again over a new connection, resolved by the other resolver, over that family if there is one. */
  attemptAgain(prefer: Family | null): Promise<Attempt>
  /** Our own line, asked before any second look; null unless many targets fail at this very moment. */
  checkLineFirst(family: Family | null): Promise<EgressVerdict | null>
  /** Whether our own line (of that family) is alive at this very moment. */
  checkEgress(family: Family | null): Promise<EgressVerdict>
  /** Whether our own name servers answer anything at all. */
  checkNameServers(): Promise<EgressVerdict>
}

/**
 * From one look to a verdict on the check: a failure counts once a second look agrees, and a failure that our
 * own line could cause counts only while that line is proved alive. A fault of our own is `unknown`.
 */
export async function judge(target: Target, means: Means): Promise<CheckResult> {
  const first = await means.attempt()
  const { failure } = first.observation
  if (failure === null || failure.class === "internal") return conclude(target, [first], failure)
  const family = familyOf(first.observation)
  if (infrastructure.has(failure.class)) {
    const line = await means.checkLineFirst(family)
    if (line?.alive === false) return conclude(target, [first], failure, { line, family })
  }
  const isReached = reached.has(target.kind)
  const second = await means.attemptAgain(isReached && family ? otherFamily(family) : null)
  const over = familyOf(second.observation)
  if (!isReached || family === null || over === null || over === family) {
    const confirmed = agree(failure, second.observation.failure)
    return settle(target, [first, second], confirmed, means)
  }
  return compareFamilies(target, { first, second, failure, family }, means)
}

/** Kinds whose address is the target's own; that of a DNS look is a name server's. */
const reached: ReadonlySet<Target["kind"]> = new Set<Target["kind"]>(["http", "tcp", "ping", "tls"])

type Looks = [Attempt, ...Attempt[]]
type Line = { line: EgressVerdict; family: Family | null; areNameServers?: true }

async function settle(target: Target, looks: Looks, failure: Failure | null, means: Means) {
  if (failure === null || !infrastructure.has(failure.class)) {
    return conclude(target, looks, failure)
  }
  const family = familyOf(lastOf(looks).observation)
  const areOurs = failure.class === "dns_temporary" && usesOurNameServers(target)
  const [line, servers] = await Promise.all([
    means.checkEgress(family),
    areOurs ? means.checkNameServers() : null,
  ])
  if (line.alive && servers?.alive === false) {
    return conclude(target, looks, failure, { line: servers, family, areNameServers: true })
  }
  return conclude(target, looks, failure, { line, family })
}

/** A name server that the monitor itself names is part of what is watched. */
const usesOurNameServers = (target: Target): boolean =>
  target.kind !== "dns" || target.resolver === null

/** Faults that say nothing of the service, where the name has another address family to be reached over. */
const neverConnected = new Set<FailureClass>([
  "connect_refused",
  "connect_timeout",
  "no_route",
  "internal",
])

type Split = { first: Attempt; second: Attempt; failure: Failure; family: Family }

/**
 * The second look went over the other family. Two families that answered and failed agree; otherwise a third
 * look over the first family tells a passing fault, or a second look that saw nothing, from an outage.
 */
async function compareFamilies(target: Target, split: Split, means: Means): Promise<CheckResult> {
  const { first, second, failure, family } = split
  const other = otherFamily(family)
  const seen = second.observation.failure
  if (seen !== null && !neverConnected.has(seen.class)) {
    const confirmed = agree(failure, seen)
    if (!infrastructure.has(seen.class)) return conclude(target, [first, second], confirmed)
    const line = await means.checkEgress(other)
    if (line.alive) return conclude(target, [first, second], confirmed, { line, family: other })
  }
  const third = await means.attemptAgain(family)
  const again = agree(failure, third.observation.failure)
  if (seen !== null) {
    const checked = await settle(target, [first, second, third], again, means)
    return again === null ? warned(checked, `IPv${other} was of no use: ${seen.reason}`) : checked
  }
  if (again === null) return conclude(target, [first, second, third], null)
  const wellOver: Looks = [first, third, second]
  if (again.class === "internal") return conclude(target, wellOver, null)
  const line = infrastructure.has(again.class) ? await means.checkEgress(family) : null
  if (line?.alive === false) {
    const words = `Our own line over IPv${family} is dead, so only IPv${other} was looked at.`
    return warned(conclude(target, wellOver, null, { line, family }), words)
  }
  const half: Failure = { ...again, level: "degraded", reason: halfWords(again, family, second) }
  return conclude(target, [first, second, third], half, line && { line, family })
}

const warned = (result: CheckResult, warning: string): CheckResult => ({
  ...result,
  warnings: [...result.warnings, warning],
})

/** Two looks agree on the lesser level; the second one's words are the fresher. */
function agree(first: Failure, second: Failure | null): Failure | null {
  if (second === null || second.class === "internal") return second
  return second.level === "offline" && first.level === "degraded" ? first : second
}

function conclude(
  target: Target,
  looks: Looks,
  failure: Failure | null,
  asked: Line | null = null,
): CheckResult {
  const [first, second] = looks
  const last = lastOf(looks)
  const isDead = failure !== null && asked?.line.alive === false
  const isBlind = failure?.class === "internal" || isDead
  const { observation } = last
  return {
    monitorId: target.monitorId,
    monitorSeq: target.monitorSeq,
    startedAt: first.startedAt,
    requestedAt: target.checkRequestedAt,
    status: isBlind ? "unknown" : (failure?.level ?? "operational"),
    failureClass: failure?.class ?? null,
    reason: failure && (isDead ? `${blindWords(asked)} ${met(failure)}` : failure.reason),
    warnings: observation.warnings,
    attempts: looks.length,
    durationMs: last.durationMs,
    phases: observation.phases,
    httpStatus: observation.httpStatus,
    address: observation.address,
    certificate: observation.certificate,
    assertions: observation.assertions,
    firstAttempt: second === undefined ? null : told(first.observation, second.startedAt),
    egress: asked?.line.samples ?? null,
    evidence: failure === null ? null : observation.evidence,
  }
}

const told = ({ failure, address }: Observation, againAt: Date): CheckResult["firstAttempt"] => ({
  failureClass: failure?.class ?? null,
  reason: failure?.reason ?? null,
  address,
  againAt,
})

const lastOf = (looks: Looks): Attempt => looks.at(-1) ?? looks[0]

function blindWords({ line: { samples }, family, areNameServers }: Line): string {
  if (areNameServers) {
    return `We could not see: none of our ${samples.length} name servers answers anything.`
  }
  const kind = family === null ? "" : `IPv${family} `
  if (samples.length === 0) {
    return `We could not see: EGRESS_ANCHORS names no ${kind}anchor that could prove our own line.`
  }
  const lack = family === 6 ? "; this machine may have no IPv6 at all" : ""
  return `We could not see: none of ${samples.length} ${kind}egress anchors answered either${lack}.`
}

const met = ({ reason }: Failure): string => `What the check met: ${reason}`

const halfWords = ({ reason }: Failure, family: Family, { observation }: Attempt): string =>
  `It works over IPv${otherFamily(family)} (${observation.address ?? "another address"}) but not over IPv${family}: ${reason}`
