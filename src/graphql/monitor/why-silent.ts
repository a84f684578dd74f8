import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import { overdueAfter } from "../check/absence.ts"
import type { SilenceEvidence } from "../verdict/steps.ts"
import { moment, silenceWords } from "../verdict/summary.ts"
import { covering, isUnwatched, type Span } from "./spans.ts"

export const silentReasons = [
  "declared",
  "paused",
  "not_yet_due",
  "not_probed",
  "fine",
  "refuted",
  "own_line_down",
  "own_fault",
  "below_threshold",
  "muted",
  "maintenance",
  "parent_down",
] as const
export type SilentReason = (typeof silentReasons)[number]

/** A check as far as it explains a silence. */
export type SilentCheck = {
  startedAt: Date
  status: MonitorStatus
  failureClass: string | null
  reason: string | null
  /** Whether a second look took back what the first one said. */
  isRefuted: boolean
  egress: { reachable: boolean }[] | null
}

/** Everything that is known of a monitor at one moment. */
export type SilentFacts = {
  at: Date
  createdAt: Date
  /** The settings as they were at that moment. */
  intervalSeconds: number
  timeoutSeconds: number
  /** A heartbeat is judged first when its first ping is due. */
  heartbeatIntervalMinutes: number | null
  heartbeatGraceMinutes: number | null
  failureThreshold: number
  /** Pauses and silences around the moment. */
  spans: Span[]
  /** The checks that began by then, newest first; and the next one's beginning. */
  before: SilentCheck[]
  next: Date | null
  /** What had been declared by then and had not ended: its name, such as "Incident #3". */
  declared: { name: string; at: Date } | null
  /** What was declared after it, of an outage that was on by then. */
  later: { name: string; at: Date } | null
  /** The silence that the last verdict stood on. */
  silence: SilenceEvidence | null
}

type Why = { reason: SilentReason; words: string }

/** Why nothing was said about a monitor at a moment: the first rule that applies. */
export function whySilent(facts: SilentFacts): Why {
  const { at, createdAt, spans, declared } = facts
  if (at < createdAt) {
    return because("not_yet_due", `The monitor was not made before ${moment(createdAt)}.`)
  }
  const silent = covering(spans, at)
  if (silent?.kind === "paused") {
    const until = silent.until === null ? "" : ` until ${moment(silent.until)}`
    return because("paused", `It was paused from ${moment(silent.from)}${until}: nobody looked.`)
  }
  if (declared !== null) {
    const words = `${declared.name} had been declared at ${moment(declared.at)} and was not over, so there was nothing new to say.`
    return because("declared", words)
  }
  if (silent?.kind === "absent") {
    const end =
      silent.until === null ? "and none has looked since" : `until ${moment(silent.until)}`
    const words = `No prober looked at it from ${moment(silent.from)} on, ${end}, though a check was due every ${facts.intervalSeconds} s.`
    return because("not_probed", words)
  }
  return unseen(facts) ?? judged(facts, silent)
}

/** Nobody looked, though somebody should have; or it was too early for the first look. */
function unseen(facts: SilentFacts): Why | null {
  const { at, before, next, intervalSeconds } = facts
  const { heartbeatIntervalMinutes, heartbeatGraceMinutes } = facts
  const since = watchedFrom(at, facts)
  const [last] = before
  const isKnown = last !== undefined && last.startedAt >= since
  const pingMinutes = (heartbeatIntervalMinutes ?? 0) + (heartbeatGraceMinutes ?? 0)
  const firstMs = isKnown ? 0 : pingMinutes * 60_000
  const allowedMs = overdueAfter(facts) * 1000 + firstMs
  const from = isKnown ? last.startedAt : since
  const isLate = at.getTime() - from.getTime() > allowedMs
  if (isKnown && !isLate) return null
  const following =
    next === null ? "No check has followed so far." : `The next check began at ${moment(next)}.`
  if (!isLate) {
    const words = `It had been watched only since ${moment(since)}, and its first check was not due. ${following}`
    return because("not_yet_due", words)
  }
  const seen = isKnown ? `The last check before had begun at ${moment(from)}` : "No check was made"
  const words = `${seen}, though one was due every ${intervalSeconds} s: no prober looked. ${following}`
  return because("not_probed", words)
}

/** What the last check by that moment found decides. */
function judged(facts: SilentFacts, silent: Span | null): Why {
  const [last] = facts.before
  if (last === undefined) throw new Error("a check was seen to be there, and is not")
  const checked = `The check of ${moment(last.startedAt)}`
  const said = last.reason ?? "No reason was kept."
  if (last.status === "unknown") {
    return last.failureClass === "internal" || last.egress === null
      ? because("own_fault", `${checked} failed by a fault of our own: ${said}`)
      : because("own_line_down", `${checked} could not see; ${lineWords(last.egress)}. ${said}`)
  }
  if (last.status === "operational") {
    return last.isRefuted
      ? because(
          "refuted",
          `${checked} met a failure that a second look over a new connection refuted.`,
        )
      : because("fine", `${checked} found nothing wrong.`)
  }
  return failing(facts, silent, `${checked} found it ${last.status}: ${said}`)
}

function failing(facts: SilentFacts, silent: Span | null, found: string): Why {
  const { at, failureThreshold: needed, later } = facts
  const count = failuresInRow(facts.before, watchedFrom(at, facts))
  const then = later === null ? "" : ` ${later.name} was declared at ${moment(later.at)}.`
  if (count >= needed) {
    const evidence = silent === null ? facts.silence : spanEvidence(silent)
    if (evidence !== null) {
      const words = `${found} Nothing was declared because ${silenceWords(evidence)}.${then}`
      return because(evidence.kind, words)
    }
  }
  const words = `${found} It was failure ${count} in a row, and ${needed} make an outage.${then}`
  return because("below_threshold", words)
}

/** Unknown results neither count nor break a run; those from before a pause are forgotten. */
function failuresInRow(before: SilentCheck[], since: Date): number {
  const seen = before.filter(({ status, startedAt }) => status !== "unknown" && startedAt >= since)
  const end = seen.findIndex(({ status }) => status === "operational")
  return end === -1 ? seen.length : end
}

/** Its creation, or the end of the last time by then in which nobody looked: it is counted from there. */
function watchedFrom(at: Date, { createdAt, spans }: Pick<SilentFacts, "createdAt" | "spans">) {
  const ends = spans
    .filter(isUnwatched)
    .flatMap(({ until }) => (until !== null && until <= at ? [until] : []))
  return [createdAt, ...ends].reduce((last, one) => (one > last ? one : last))
}

function spanEvidence({ kind, name, from, until }: Span): SilenceEvidence | null {
  if (kind === "paused" || kind === "absent") return null
  return { kind, name, since: from.toISOString(), until: until?.toISOString() ?? null }
}

function lineWords(egress: { reachable: boolean }[]): string {
  const reached = egress.filter(({ reachable }) => reachable).length
  return `${reached} of ${egress.length} egress anchors answered`
}

const because = (reason: SilentReason, words: string): Why => ({ reason, words })
