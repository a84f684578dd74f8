import {
  ownFaults,
  type CheckResult,
  type FailureClass,
} from "../graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { conclude, haveFailedApart, splitFailure, warned, type Tries } from "./conclude.ts"
import { dependencyOf, isWatched } from "./dependency.ts"
import { familyOf } from "./family.ts"
import type { Failure } from "./observation.ts"
import type { Proof } from "./own-network.ts"
import type { Attempt } from "./run.ts"

/** What `judge` may do; each is called only when needed. */
export type Means = {
  /** The first attempt, and the second if that started while the first was still waiting. */
  attempt(): Promise<{ first: Attempt; second: Promise<Attempt> | null }>
  /**
   * Another attempt over a new connection, resolved by the other resolver; to the target's other addresses if there
   * are any, or to the one tried first. `isWatched` also watches our own network before and during it.
   */
  attemptAgain(over: "others" | "same", isWatched: boolean): Promise<Attempt>
  /** Whether the second attempt had other addresses to try. */
  isElsewhere(): boolean
  /** The address that failed in the last check, if any. */
  suspect: string | null
  /** An attempt to the suspect address alone; null when the target no longer has it. */
  attemptSuspect(): Promise<Attempt | null>
  /** Mark the address tried first as suspect for the next check, or clear the mark. */
  setSuspect(isFailing: boolean): void
  /** Check our own network before any second attempt; null unless many targets are failing right now. */
  checkNetworkFirst(attempt: Attempt): Promise<Proof | null>
  /** Whether our own network was up and honest around a failed attempt. */
  prove(attempt: Attempt): Promise<Proof>
  /** What is known right now that makes a good answer doubtful, such as a portal; null if nothing is. */
  doubt(attempt: Attempt): Proof | null
}

/** Attempts repeat until one is covered by a proof of our own network, or this limit. */
const mostAttempts = 4

/**
 * Judge a check from its attempts. A failure counts once a second attempt agrees; one that our own network could
 * cause counts only if that network was up throughout the attempt. An internal error is `unknown`.
 */
export async function judge(target: Target, means: Means): Promise<CheckResult> {
  const { first, second: begun } = await means.attempt()
  const { failure } = first.observation
  if (failure === null) return checkSuspect(target, first, means)
  if (ownFaults.has(failure.class)) return conclude(target, [first], failure)
  const isGated = needsWatch(target, first)
  if (begun === null && isGated) {
    const proof = await means.checkNetworkFirst(first)
    if (proof?.alive === false) return conclude(target, [first], failure, proof)
  }
  const second = await (begun ?? means.attemptAgain("others", isGated))
  const tries: Tries = [first, second]
  return means.isElsewhere()
    ? compareAddresses(target, { first, second, failure }, means)
    : settle(target, tries, agree(failure, second.observation.failure), means)
}

/** Whether our own network or our name servers may have caused a failure, which then counts only if they were up. */
const isOursToProve = (target: Target, { observation }: Attempt): boolean =>
  dependencyOf(target, observation) !== null

function needsWatch(target: Target, { observation }: Attempt): boolean {
  const needs = dependencyOf(target, observation)
  return needs !== null && isWatched(needs)
}

/** A good answer counts unless somebody on the way could have given it. */
const succeed = (target: Target, tries: Tries, means: Means): CheckResult =>
  conclude(target, tries, null, means.doubt(lastOf(tries)))

/** Repeat the last attempt while our own network may have caused its failure and is up again. */
async function settle(
  target: Target,
  tries: Tries,
  failure: Failure | null,
  means: Means,
  over: "others" | "same" = "same",
): Promise<CheckResult> {
  if (failure === null) return succeed(target, tries, means)
  if (!isOursToProve(target, lastOf(tries))) return conclude(target, tries, failure)
  const proof = await means.prove(lastOf(tries))
  if (proof.alive || !proof.isBack || tries.length >= mostAttempts) {
    return conclude(target, tries, failure, proof)
  }
  const again = await means.attemptAgain(over, true)
  const confirmed = agree(failure, again.observation.failure)
  return settle(target, [...tries, again], confirmed, means, over)
}

/** Failures to reach one address, which say nothing about the service behind the others. */
const neverConnected = new Set<FailureClass>([
  "connect_refused",
  "connect_timeout",
  "no_route",
  ...ownFaults,
])

type Split = { first: Attempt; second: Attempt; failure: Failure }

/**
 * The second attempt used other addresses. Two bad answers, or two failures to connect, agree; otherwise a third
 * attempt tells a transient failure from an outage, and an outage from a dead address.
 */
async function compareAddresses(target: Target, split: Split, means: Means): Promise<CheckResult> {
  const { first, second, failure } = split
  const seen = second.observation.failure
  if (seen === null) return confirmSplit(target, split, means)
  const isOnlySecondDead = neverConnected.has(seen.class) && !neverConnected.has(failure.class)
  const isOnlyFirstDead = !neverConnected.has(seen.class) && neverConnected.has(failure.class)
  if (isOnlyFirstDead) {
    const third = await means.attemptAgain("others", true)
    const again = agree(seen, third.observation.failure)
    return settle(target, [first, second, third], again, means, "others")
  }
  if (!isOnlySecondDead && !ownFaults.has(seen.class)) {
    const apart = haveFailedApart(first, second, agree(failure, seen) ?? seen)
    if (!isOursToProve(target, second)) return conclude(target, [first, second], apart)
    const proof = await means.prove(second)
    if (proof.alive) return conclude(target, [first, second], apart, proof)
  }
  const third = await means.attemptAgain("same", true)
  const again = agree(failure, third.observation.failure)
  const checked = await settle(target, [first, second, third], again, means)
  if (again !== null) return checked
  const family = familyOf(second.observation)
  const parameters = { family, cause: seen.findings }
  return warned(checked, { code: "family_not_checked", parameters })
}

/** Another address works: one that fails twice while our own network is up makes the target degraded. */
async function confirmSplit(target: Target, split: Split, means: Means): Promise<CheckResult> {
  const { first, second, failure } = split
  const third = await means.attemptAgain("same", true)
  const again = agree(failure, third.observation.failure)
  if (again === null) return succeed(target, [first, second, third], means)
  const goodLast: Tries = [first, third, second]
  if (ownFaults.has(again.class)) return succeed(target, goodLast, means)
  const proof = isOursToProve(target, third) ? await means.prove(third) : null
  if (proof?.alive === false) return warnUnproven(succeed(target, goodLast, means), third)
  means.setSuspect(true)
  return conclude(target, [first, second, third], splitFailure(again, third, second), proof)
}

/** The first attempt succeeded; retry the address that failed in the last check, if any. */
async function checkSuspect(target: Target, first: Attempt, means: Means): Promise<CheckResult> {
  const good = succeed(target, [first], means)
  if (means.suspect === null || good.status === "unknown") return good
  const attempt = await means.attemptSuspect()
  const failure = attempt?.observation.failure ?? null
  if (attempt === null || failure === null) {
    means.setSuspect(false)
    return good
  }
  if (ownFaults.has(failure.class)) return good
  const proof = isOursToProve(target, attempt) ? await means.prove(attempt) : null
  if (proof?.alive === false) return warnUnproven(good, attempt)
  return conclude(target, [attempt, first], splitFailure(failure, attempt, first), proof)
}

function warnUnproven(result: CheckResult, { observation }: Attempt): CheckResult {
  const cause = observation.failure?.findings ?? []
  const parameters = { family: familyOf(observation), cause }
  return warned(result, { code: "failure_not_counted", parameters })
}

/** Two attempts agree on the less severe level; the second one's findings are newer. */
function agree(first: Failure, second: Failure | null): Failure | null {
  if (second === null || ownFaults.has(second.class)) return second
  return second.level === "offline" && first.level === "degraded" ? first : second
}

const lastOf = (tries: Tries): Attempt => tries.at(-1) ?? tries[0]
