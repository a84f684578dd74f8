import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import { overdueAfter } from "../../check/rules/gap.ts"
import { anchorsAnswered } from "../../check/rules/write-verdict.ts"
import type { checkResults, subjectNouns } from "../../../../findings/codes/verdict.ts"
import type { Finding } from "../../../../findings/finding.ts"
import type { SilenceEvidence } from "../../verdict/rules/verdict-steps.ts"
import { covering, isUnwatched, type Span } from "../history/monitor-spans.ts"

/** The rules that keep an alert from firing. */
export const silenceReasonTexts = {
  declared: "An alert had already fired and was still open.",
  paused: "The monitor was paused.",
  not_yet_due: "The first check was not yet due.",
  no_data: "A check was due but none ran.",
  no_failure: "The last check passed.",
  not_confirmed: "The check failed, but a second attempt succeeded.",
  own_network_down: "Our own network was down, so the check was inconclusive.",
  own_fault: "The check failed because of an internal error.",
  below_threshold: "The failure threshold was not reached.",
  muted: "Alerts were muted.",
  maintenance: "The monitor was in maintenance.",
  parent_down: "The parent monitor was offline.",
}
export type SilenceReason = keyof typeof silenceReasonTexts

/** The part of a check that explains why no alert fired. */
export type SilentCheck = {
  startedAt: Date
  status: MonitorStatus
  failureClass: string | null
  findings: readonly Finding[]
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
  /** What was declared by then and still open. */
  declared: Declared | null
  /** What was declared later for an outage that had started by then. */
  later: Declared | null
  /** The silence recorded by the last verdict. */
  silence: SilenceEvidence | null
}

export type Declared = { noun: (typeof subjectNouns)[number]; number: number | null; at: Date }

type Answer = { reason: SilenceReason; findings: Finding[] }

const because = (reason: SilenceReason, ...findings: Finding[]): Answer => ({ reason, findings })

const timed = <T extends { at: Date }>({ at, ...rest }: T) => ({ ...rest, at: at.toISOString() })

/** Explain why no alert fired for a monitor at a moment: the first rule that applies. */
export function silenceReasons(facts: SilenceFacts): Answer {
  const { at, createdAt, spans, declared, intervalSeconds } = facts
  if (at < createdAt) {
    return because("not_yet_due", { code: "monitor_created", parameters: timed({ at: createdAt }) })
  }
  const silent = covering(spans, at)
  const until = silent?.until?.toISOString() ?? null
  if (silent?.kind === "paused") {
    const parameters = { from: silent.from.toISOString(), until }
    return because("paused", { code: "monitor_was_paused", parameters })
  }
  if (declared !== null) {
    return because("declared", { code: "subject_was_open", parameters: timed(declared) })
  }
  if (silent?.kind === "absent") {
    const parameters = { from: silent.from.toISOString(), to: until, intervalSeconds }
    return because("no_data", { code: "no_check_between", parameters })
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
  const following: Finding = {
    code: "next_check",
    parameters: { at: next?.toISOString() ?? null },
  }
  if (!isLate) {
    const parameters = { since: since.toISOString() }
    return because("not_yet_due", { code: "first_check_not_due", parameters }, following)
  }
  const parameters = { at: isKnown ? from.toISOString() : null, intervalSeconds }
  return because("no_data", { code: "previous_check", parameters }, following)
}

/** The last check by that moment decides. */
function explainCheck(facts: SilenceFacts, silent: Span | null): Answer {
  const [last] = facts.before
  if (last === undefined) throw new Error("expected at least one check by that moment")
  const found = foundBy(last)
  if (last.status === "unknown") {
    const isNetwork = found.result === "inconclusive"
    const anchors = isNetwork && last.egress !== null ? [anchorsAnswered(last.egress)] : []
    const check = checkFound(last, found.result, isNetwork ? [] : last.findings)
    const why = isNetwork ? last.findings : []
    return because(found.reason, check, ...anchors, ...why)
  }
  if (last.status === "operational")
    return because(found.reason, checkFound(last, found.result, []))
  return explainFailure(facts, silent, checkFound(last, found.result, last.findings))
}

type Found = { reason: SilenceReason; result: (typeof checkResults)[number] }

const unknowns: Readonly<Record<string, Found>> = {
  forbidden_address: { reason: "own_fault", result: "not_allowed" },
  unread: { reason: "own_fault", result: "undecided" },
  ingress: { reason: "own_network_down", result: "inconclusive" },
  internal: { reason: "own_fault", result: "internal_error" },
}

function foundBy({ status, failureClass, egress, isUnconfirmed }: SilentCheck): Found {
  if (status === "operational") {
    return isUnconfirmed
      ? { reason: "not_confirmed", result: "not_confirmed" }
      : { reason: "no_failure", result: "passed" }
  }
  if (status !== "unknown") return { reason: "below_threshold", result: status }
  const known = unknowns[failureClass ?? ""]
  if (known !== undefined) return known
  return egress === null
    ? { reason: "own_fault", result: "internal_error" }
    : { reason: "own_network_down", result: "inconclusive" }
}

const unrecorded: Finding = { code: "no_reason_recorded", parameters: {} }

const checkFound = (
  { startedAt, status, findings }: SilentCheck,
  result: Found["result"],
  cause: readonly Finding[],
): Finding => ({
  code: "check_found",
  parameters: {
    at: startedAt.toISOString(),
    result,
    cause:
      cause.length > 0 || status === "operational" || findings.length > 0 ? cause : [unrecorded],
  },
})

function explainFailure(facts: SilenceFacts, silent: Span | null, found: Finding): Answer {
  const { at, failureThreshold, later } = facts
  const run = failuresInRow(facts.before, countedFrom(at, facts))
  const then: Finding[] =
    later === null ? [] : [{ code: "subject_declared", parameters: timed(later) }]
  const evidence = silent === null ? facts.silence : spanEvidence(silent)
  if (run.count >= failureThreshold && evidence !== null) {
    const parameters = { effect: "alert" as const, ...evidence }
    return because(evidence.kind, found, { code: "silenced", parameters }, ...then)
  }
  const counted: Finding = { code: "failures_in_row", parameters: { ...run, failureThreshold } }
  return because("below_threshold", found, counted, ...then)
}

/** Unknown results neither count nor break a run; results from before a pause or gap are ignored. */
function failuresInRow(before: SilentCheck[], since: Date): { count: number; offline: number } {
  const seen = before.filter(({ status, startedAt }) => status !== "unknown" && startedAt >= since)
  const end = seen.findIndex(({ status }) => status === "operational")
  const failed = end === -1 ? seen : seen.slice(0, end)
  const other = failed.findIndex(({ status }) => status !== "offline")
  const count = seen[0]?.inRow?.count ?? failed.length
  return { count, offline: other === -1 ? count : other }
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
