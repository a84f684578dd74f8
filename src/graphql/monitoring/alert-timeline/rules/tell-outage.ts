import { reasonOf, say } from "../../../../findings/say.ts"
import type { CheckFact, TimelineFacts, VerdictFact } from "./timeline-facts.ts"
import type { TimelineNode } from "./timeline-node.ts"
import { lasting, moment } from "./timeline-node.ts"

/** More changes of a flapping target than this are one node. */
const mostChanges = 6
/** Failed checks listed one by one. */
const mostFailures = 3

/** The checks and decisions behind an alert. */
export function tellOutage(facts: TimelineFacts): TimelineNode[] {
  const { verdicts, checks } = facts
  const first = verdicts.find(({ decision }) => decision === "declared") ?? null
  const declaredAt = first?.at ?? facts.alert.createdAt
  const failures = checks.filter(({ status, startedAt }) => {
    return (status === "offline" || status === "degraded") && startedAt <= declaredAt
  })
  const proof = failures.length > 0 ? failures : failureOf(first)
  const silenced = verdicts.filter(({ decision }) => decision === "silenced")
  const later = verdicts.filter(
    ({ id, decision }) =>
      id !== first?.id &&
      (decision === "recovered" || decision === "reopened" || decision === "declared"),
  )
  return [
    // The prober's clock may be ahead of the database's: proof is not listed after the decision.
    ...tellFailures(proof).map((node) =>
      node.at > declaredAt ? { ...node, at: declaredAt } : node,
    ),
    ...silenced.map(tellSilence),
    ...(first === null ? [] : tellThreshold(first, proof)),
    ...(first === null ? [] : [tellDeclared(first, facts)]),
    ...tellLater(later, facts),
  ]
}

/** The check that a verdict keeps, if the check itself is no longer stored. */
function failureOf(verdict: VerdictFact | null): CheckFact[] {
  const step = verdict?.steps.find((one) => one.step === "check")
  const [attempt, second] = step?.attempts ?? []
  if (step === undefined || attempt === undefined) return []
  const egress = verdict?.steps.find((one) => one.egress !== undefined)?.egress ?? null
  const { at, ...seen } = { ...attempt, reason: reasonOf(attempt.findings) }
  return [
    {
      startedAt: new Date(at),
      status: step.outcome === "degraded" ? "degraded" : "offline",
      reason: (second && reasonOf(second.findings)) ?? seen.reason,
      durationMs: 0,
      address: second?.address ?? seen.address,
      attempts: second === undefined ? 1 : 2,
      firstAttempt: second === undefined ? null : { ...seen, againAt: new Date(second.at) },
      egress,
    },
  ]
}

/** The first failed check with its proof; of many, the first and the last. */
function tellFailures(failures: CheckFact[]): TimelineNode[] {
  const shown =
    failures.length <= mostFailures ? failures : [...failures.slice(0, 1), ...failures.slice(-1)]
  const hidden = failures.length - shown.length
  return shown.flatMap((check, at) => {
    if (at === 0) return tellProof(check)
    const more = hidden === 0 ? "" : `${hidden} more failed in between. `
    return [
      {
        ...checkNode(check),
        title: "Check failed again",
        detail: `${more}${check.reason ?? "No reason was recorded."}`,
      },
    ]
  })
}

function checkNode(check: CheckFact): TimelineNode {
  return {
    kind: "check",
    id: `check-${check.startedAt.getTime()}`,
    at: check.startedAt,
    outcome: "failed",
    title: check.status === "degraded" ? "Check degraded" : "Check failed",
    detail: check.firstAttempt?.reason ?? check.reason ?? "No reason was recorded.",
    check,
  }
}

/** A failed check, its second attempt, and our own network at the time. */
function tellProof(check: CheckFact): TimelineNode[] {
  const { firstAttempt, egress, startedAt, durationMs, address, reason } = check
  const key = startedAt.getTime()
  const endedAt = new Date(key + durationMs)
  const again = firstAttempt === null ? [] : [tellSecond(check, firstAttempt)]
  if (egress === null) return [checkNode(check), ...again]
  const reached = egress.filter(({ reachable }) => reachable).length
  const isUp = reached > 0
  return [
    { ...checkNode(check), detail: firstAttempt?.reason ?? reason },
    ...again,
    {
      kind: "network",
      id: `network-${key}`,
      at: endedAt,
      outcome: isUp ? "done" : "failed",
      title: isUp ? "Our network was up" : "Our network was down",
      detail: `${reached} of ${egress.length} reference hosts answered${address === null ? "" : ` while ${address} did not`}.`,
      samples: egress,
    },
  ]
}

function tellSecond(
  { startedAt, durationMs, address, reason }: CheckFact,
  first: NonNullable<CheckFact["firstAttempt"]>,
): TimelineNode {
  const [family, before] = [familyOf(address), familyOf(first.address)]
  const isOther = family !== null && before !== null && family !== before
  const over = isOther ? ` over ${family} instead of ${before}` : " over a new connection"
  return {
    kind: "second_check",
    id: `second-${startedAt.getTime()}`,
    at: first.againAt ?? new Date(startedAt.getTime() + durationMs),
    outcome: "failed",
    title: "Second check failed too",
    // Evaluations of telemetry connect to no target.
    detail: `Tried again${address === null ? "" : over}: ${reason ?? "No reason was recorded."}`,
    attempt: { reason, address },
  }
}

const familyOf = (address: string | null): string | null =>
  address === null ? null : address.includes(":") ? "IPv6" : "IPv4"

function tellSilence(verdict: VerdictFact): TimelineNode {
  const silence = verdict.steps.find((step) => step.silence !== undefined)?.silence
  return {
    kind: "decision",
    id: `verdict-${verdict.id}`,
    at: verdict.at,
    outcome: "skipped",
    title: "No alert",
    detail:
      silence === undefined
        ? "Alerts were suppressed at the time."
        : say([{ code: "silenced", parameters: { effect: "alert", ...silence } }]),
    verdict,
  }
}

function tellThreshold(verdict: VerdictFact, failures: CheckFact[]): TimelineNode[] {
  const counts = verdict.steps.find((step) => step.counts !== undefined)?.counts
  const last = failures.at(-1)
  if (counts === undefined) return []
  const { bad, failureThreshold } = counts
  const reached = Math.min(bad, failureThreshold)
  const endedMs =
    last === undefined ? verdict.at.getTime() : last.startedAt.getTime() + last.durationMs
  return [
    {
      kind: "threshold",
      id: `threshold-${verdict.id}`,
      // A check that lasted longer than its storage took must not be listed after the decision.
      at: new Date(Math.min(endedMs, verdict.at.getTime())),
      outcome: "done",
      title: `Failure threshold reached: ${reached} of ${failureThreshold}`,
      detail:
        bad > failureThreshold
          ? `${bad} failures in a row by then.`
          : last?.firstAttempt === null
            ? null
            : `Every counted failure was confirmed by a second check.`,
      counts,
    },
  ]
}

function tellDeclared(
  verdict: VerdictFact,
  { alert, incident, monitorName }: TimelineFacts,
): TimelineNode {
  const began = incident === null ? null : `, dated back to ${moment(incident.startedAt)}`
  const what = incident === null ? "degraded" : "offline"
  return {
    kind: "decision",
    id: `verdict-${verdict.id}`,
    at: verdict.at,
    outcome: "done",
    title:
      incident === null ? `Alert #${alert.number} raised` : `Incident #${incident.number} declared`,
    detail: `${monitorName ?? "The monitor"} is ${what}${began ?? "; a degraded monitor raises an alert without an incident"}.`,
    verdict,
  }
}

/** Recoveries and recurrences; the middle of a long flap is one node. */
function tellLater(later: VerdictFact[], facts: TimelineFacts): TimelineNode[] {
  const [beginning, end] = [later.slice(0, 2), later.slice(-2)]
  const middle = later.slice(2, -2)
  const from = middle[0]
  const until = middle.at(-1)
  if (later.length <= mostChanges || from === undefined || until === undefined)
    return later.map((verdict) => tellChange(verdict, facts))
  const outages = middle.filter(({ decision }) => decision !== "recovered").length
  return [
    ...beginning.map((verdict) => tellChange(verdict, facts)),
    {
      kind: "flap",
      id: `flap-${from.id}`,
      at: from.at,
      outcome: "done",
      title: `Flapped: ${outages} more outages`,
      detail: `Until ${moment(until.at)}, each within the flap window of the one before.`,
      outages,
      until: until.at,
    },
    ...end.map((verdict) => tellChange(verdict, facts)),
  ]
}

function tellChange(verdict: VerdictFact, facts: TimelineFacts): TimelineNode {
  const node = { kind: "decision", id: `verdict-${verdict.id}`, at: verdict.at, verdict } as const
  if (verdict.decision !== "recovered") {
    return {
      ...node,
      outcome: "failed",
      title: "Failed again: alert reopened",
      detail:
        "It failed within the flap window, so it is the same outage and nobody is paged twice for it.",
    }
  }
  const counts = verdict.steps.find((step) => step.counts !== undefined)?.counts
  const good =
    counts === undefined ? "" : `${counts.good} of ${counts.recoveryThreshold} good checks. `
  const since = counts?.since ? `Up since ${moment(new Date(counts.since))}. ` : ""
  const isKept = facts.alert.isManual && facts.alert.resolvedAt === null
  const lasted =
    facts.incident === null
      ? ""
      : ` after ${lasting(verdict.at.getTime() - facts.incident.startedAt.getTime())}`
  return {
    ...node,
    outcome: "done",
    title: `Recovered${lasted}`,
    detail:
      `${good}${since}${isKept ? "A person set the alert's state, so it is kept." : ""}`.trim() ||
      null,
  }
}
