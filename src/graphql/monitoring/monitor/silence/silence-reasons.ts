import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import { overdueAfter } from "../../check/rules/gap.ts"
import type { SilenceEvidence } from "../../verdict/rules/verdict-steps.ts"
import { moment, describeSilence } from "../../verdict/rules/verdict-summary.ts"
import { covering, isUnwatched, type Span } from "../history/monitor-spans.ts"

export const silenceReasonValues = [
  "declared",
  "paused",
  "not_yet_due",
  "no_data",
  "no_failure",
  "not_confirmed",
  "own_network_down",
  "own_fault",
  "below_threshold",
  "muted",
  "maintenance",
  "parent_down",
] as const
export type SilenceReason = (typeof silenceReasonValues)[number]

/** The part of a check that explains why no alert fired. */
export type SilentCheck = {
  startedAt: Date
  status: MonitorStatus
  failureClass: string | null
  reason: string | null
  /** Whether the second attempt succeeded after the first had failed. */
  isUnconfirmed: boolean
  egress: { reachable: boolean }[] | null
  /** Failures in a row, where they are not checks. */
  inRow?: { count: number } | null
}

/** Everything known about a monitor at one moment. */
export type SilenceFacts = {
  at: Date
  createdAt: Date
  /** The settings in force at that moment. */
  intervalSeconds: number
  timeoutSeconds: number
  /** A heartbeat is first judged when its first ping is due. */
  heartbeatIntervalMinutes: number | null
  heartbeatGraceMinutes: number | null
  failureThreshold: number
  /** Pauses and silences around the moment. */
  spans: Span[]
  /** Checks that started by then, newest first; and when the next one started. */
  before: SilentCheck[]
  next: Date | null
  /** What was declared by then and still open: its name, such as "Incident #3". */
  declared: { name: string; at: Date } | null
  /** What was declared later for an outage that had started by then. */
  later: { name: string; at: Date } | null
  /** The silence recorded by the last verdict. */
  silence: SilenceEvidence | null
}

type Answer = { reason: SilenceReason; message: string }

/** Explain why no alert fired for a monitor at a moment: the first rule that applies. */
export function silenceReasons(facts: SilenceFacts): Answer {
  const { at, createdAt, spans, declared } = facts
  if (at < createdAt) {
    return because("not_yet_due", `The monitor was created at ${moment(createdAt)}.`)
  }
  const silent = covering(spans, at)
  if (silent?.kind === "paused") {
    const until = silent.until === null ? "" : ` until ${moment(silent.until)}`
    return because("paused", `It was paused from ${moment(silent.from)}${until}.`)
  }
  if (declared !== null) {
    const words = `${declared.name} had been declared at ${moment(declared.at)} and was still open.`
    return because("declared", words)
  }
  if (silent?.kind === "absent") {
    const span =
      silent.until === null
        ? `since ${moment(silent.from)}`
        : `from ${moment(silent.from)} to ${moment(silent.until)}`
    const words = `No check ran ${span}, though one was due every ${facts.intervalSeconds} s.`
    return because("no_data", words)
  }
  return explainNoCheck(facts) ?? explainCheck(facts, silent)
}

/** No check ran although one was due; or it was too early for the first check. */
function explainNoCheck(facts: SilenceFacts): Answer | null {
  const { at, before, next, intervalSeconds } = facts
  const { heartbeatIntervalMinutes, heartbeatGraceMinutes } = facts
  const since = countedFrom(at, facts)
  const [last] = before
  const isKnown = last !== undefined && last.startedAt >= since
  const pingMinutes = (heartbeatIntervalMinutes ?? 0) + (heartbeatGraceMinutes ?? 0)
  const firstMs = isKnown ? 0 : pingMinutes * 60_000
  const allowedMs = overdueAfter(facts) * 1000 + firstMs
  const from = isKnown ? last.startedAt : since
  const isLate = at.getTime() - from.getTime() > allowedMs
  if (isKnown && !isLate) return null
  const following =
    next === null ? "No check has run since." : `The next check started at ${moment(next)}.`
  if (!isLate) {
    const words = `It had been monitored only since ${moment(since)}, and its first check was not yet due. ${following}`
    return because("not_yet_due", words)
  }
  const seen = isKnown ? `The previous check started at ${moment(from)}` : "No check had run"
  const words = `${seen}, though one was due every ${intervalSeconds} s. ${following}`
  return because("no_data", words)
}

/** The last check by that moment decides. */
function explainCheck(facts: SilenceFacts, silent: Span | null): Answer {
  const [last] = facts.before
  if (last === undefined) throw new Error("expected at least one check by that moment")
  const checked = `The check at ${moment(last.startedAt)}`
  const said = last.reason ?? "No reason was recorded."
  if (last.status === "unknown") {
    if (last.failureClass === "forbidden_address") {
      return because("own_fault", `${checked} was not allowed to connect: ${said}`)
    }
    if (last.failureClass === "unread") {
      return because("own_fault", `${checked} could not decide: ${said}`)
    }
    if (last.failureClass === "ingress") {
      return because("own_network_down", `${checked} was inconclusive: ${said}`)
    }
    return last.failureClass === "internal" || last.egress === null
      ? because("own_fault", `${checked} failed because of an internal error: ${said}`)
      : because(
          "own_network_down",
          `${checked} was inconclusive: ${countAnchors(last.egress)}. ${said}`,
        )
  }
  if (last.status === "operational") {
    return last.isUnconfirmed
      ? because(
          "not_confirmed",
          `${checked} failed at first, but a second attempt over a new connection succeeded.`,
        )
      : because("no_failure", `${checked} passed.`)
  }
  return explainFailure(facts, silent, `${checked} found it ${last.status}: ${said}`)
}

function explainFailure(facts: SilenceFacts, silent: Span | null, found: string): Answer {
  const { at, failureThreshold: needed, later } = facts
  const count = failuresInRow(facts.before, countedFrom(at, facts))
  const then = later === null ? "" : ` ${later.name} was declared at ${moment(later.at)}.`
  if (count >= needed) {
    const evidence = silent === null ? facts.silence : spanEvidence(silent)
    if (evidence !== null) {
      const words = `${found} No alert fired because ${describeSilence(evidence)}.${then}`
      return because(evidence.kind, words)
    }
  }
  const words = `${found} That was failure ${count} in a row; the failure threshold is ${needed}.${then}`
  return because("below_threshold", words)
}

/** Unknown results neither count nor break a run; results from before a pause or gap are ignored. */
function failuresInRow(before: SilentCheck[], since: Date): number {
  const seen = before.filter(({ status, startedAt }) => status !== "unknown" && startedAt >= since)
  const end = seen.findIndex(({ status }) => status === "operational")
  return seen[0]?.inRow?.count ?? (end === -1 ? seen.length : end)
}

/** When counting starts: at creation, or at the end of the last pause or gap by then. */
function countedFrom(at: Date, { createdAt, spans }: Pick<SilenceFacts, "createdAt" | "spans">) {
  const ends = spans
    .filter(isUnwatched)
    .flatMap(({ until }) => (until !== null && until <= at ? [until] : []))
  return [createdAt, ...ends].reduce((last, one) => (one > last ? one : last))
}

function spanEvidence({ kind, name, from, until }: Span): SilenceEvidence | null {
  if (kind === "paused" || kind === "absent") return null
  return { kind, name, since: from.toISOString(), until: until?.toISOString() ?? null }
}

function countAnchors(egress: { reachable: boolean }[]): string {
  const reached = egress.filter(({ reachable }) => reachable).length
  return `${reached} of ${egress.length} egress anchors answered`
}

const because = (reason: SilenceReason, message: string): Answer => ({ reason, message })
