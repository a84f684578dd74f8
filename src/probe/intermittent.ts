import type { AttemptNoun, HowOften } from "../findings/codes/prober.ts"
import type { Finding } from "../findings/finding.ts"
import type { MonitorKind } from "../../prisma/generated/enums.ts"
import { ownFaults, type CheckResult } from "../graphql/monitoring/check/rules/check-result.ts"
import { isProbed } from "../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { conclude, type Tries } from "./conclude.ts"
import type { Failure } from "./observation.ts"
import type { Attempt } from "./run.ts"

/** How many checks are remembered of a monitor whose attempts disagreed in one of them. */
const remembered = 6
/** So many of them make a pattern; none of them ends it. */
const pattern = 3
/** Attempts in addition, if all of a check failed while there is a pattern: only together they are an outage. */
const mostMore = 2

type Entry = { failed: number; made: number }
type History = { checks: Entry[]; isPattern: boolean; last: Failure | null }

export type MoreMeans = {
  /** Every attempt of the check that ended. */
  made: readonly Attempt[]
  attemptAgain(): Promise<Attempt>
  /** Whether our own network had no part in a failure. */
  isProven(attempt: Attempt): Promise<boolean>
}

/** What an attempt makes, where it is no connection. */
const nouns: Partial<Record<MonitorKind, AttemptNoun>> = { ping: "ping", dns: "query" }

/** A monitor that is pointed elsewhere starts over. */
const keyOf = (target: Target): string =>
  `${target.monitorId} ${"url" in target ? target.url : "host" in target ? target.host : ""}`

const isMixed = ({ failed, made }: Entry): boolean => failed > 0 && failed < made
const hasFailed = ({ observation: { failure } }: Attempt): boolean =>
  failure?.level === "offline" && !ownFaults.has(failure.class)
const placesOf = ({ observation: { failure, address } }: Attempt): readonly string[] =>
  failure?.peers ?? (address === null ? [] : [address])
/** Whether two attempts may have reached the same address. */
function isAlike(one: Attempt, other: Attempt): boolean {
  const [places, others] = [placesOf(one), placesOf(other)]
  return (
    places.length === 0 || others.length === 0 || places.some((place) => others.includes(place))
  )
}
const isGood = ({ observation }: Attempt): boolean => observation.failure === null

/**
 * Finds targets of which every second connection fails, one of two backends being dead for example: the second attempt
 * hides it, or both fail by chance. Such a target is degraded, neither up nor down in turns. Costs clean checks nothing.
 */
export function createIntermittent() {
  const histories = new Map<string, History>()

  function note(key: string, entry: Entry, last: Failure | null, isProven: boolean): History {
    const before = histories.get(key)
    const checks = [...(before?.checks ?? []), entry].slice(-remembered)
    const mixed = checks.filter(isMixed).length
    const begins = isMixed(entry) && isProven && mixed >= pattern
    const isPattern = mixed > 0 && (begins || before?.isPattern === true)
    const history = { checks, isPattern, last: last ?? before?.last ?? null }
    if (mixed > 0) histories.set(key, history)
    else histories.delete(key)
    return history
  }

  return {
    /** Whether the first attempt, too, needs a proof of our own network. */
    isSuspicious(target: Target): boolean {
      const history = histories.get(keyOf(target))
      return history !== undefined && history.checks.filter(isMixed).length >= pattern - 1
    },
    /** The result of a check in view of those before it. */
    async weigh(target: Target, result: CheckResult, means: MoreMeans): Promise<CheckResult> {
      const noun = nouns[target.kind] ?? "connection"
      const key = keyOf(target)
      const before = histories.get(key)
      const made = [...means.made]
      const connects = isProbed(target.kind) && !("telemetry" in target)
      if (!connects || result.status === "unknown") return result
      if (before === undefined && !made.some(hasFailed)) return result
      for (let more = 0; more < mostMore && result.status === "offline"; more += 1) {
        if (!before?.isPattern || made.some(isGood)) break
        made.push(await means.attemptAgain())
      }
      const failing = made.findLast(hasFailed)
      const good = made.findLast(isGood)
      // That one of several addresses fails is another matter, and has words of its own.
      const alike = failing === undefined ? made : made.filter((one) => isAlike(one, failing))
      const entry = { failed: alike.filter(hasFailed).length, made: alike.length }
      const isProven = isMixed(entry) && failing !== undefined && (await means.isProven(failing))
      const failure = failing?.observation.failure ?? null
      const history = note(key, entry, failure, isProven)
      if (!history.isPattern || good === undefined || result.status === "degraded") return result
      return degraded(target, result, { history, failing, good, made, noun })
    },
  }
}

type Seen = {
  history: History
  failing: Attempt | undefined
  good: Attempt
  made: Attempt[]
  noun: AttemptNoun
}

function degraded(
  target: Target,
  result: CheckResult,
  { history: { checks, last }, failing, good, made, noun }: Seen,
): CheckResult {
  const failed = checks.reduce((sum, one) => sum + one.failed, 0)
  const all = checks.reduce((sum, one) => sum + one.made, 0)
  const cause = last?.findings ?? []
  const parameters = { often: often(all / failed), noun, failed, of: all, last: cause }
  const findings: Finding[] = [{ code: "fails_often", parameters }]
  const failure: Failure = { class: last?.class ?? "protocol", findings, level: "degraded" }
  const tries: Tries = failing === undefined ? [good] : [failing, good]
  return {
    ...conclude(target, tries, failure),
    attempts: made.length,
    egress: result.egress,
    evidence: failing?.observation.evidence ?? null,
  }
}

function often(every: number): HowOften {
  if (every < 1.5) return "most"
  if (every < 2.5) return "every_second"
  return every < 3.5 ? "every_third" : "some"
}
