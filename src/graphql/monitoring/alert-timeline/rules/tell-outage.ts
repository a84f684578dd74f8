import type { retries } from "../../../../findings/codes/timeline.ts"
import type { Finding } from "../../../../findings/finding.ts"
import { say } from "../../../../findings/say.ts"
import {
  factsOf,
  type AttemptEvidence,
  type VerdictStep,
} from "../../verdict/rules/verdict-steps.ts"
import type { CheckFact, TimelineFacts, VerdictFact } from "./timeline-facts.ts"
import type { TimelineNode } from "./timeline-node.ts"

/** More changes of a flapping target than this are one node. */
const mostChanges = 6
/** Failed checks listed one by one. */
const mostFailures = 3
/** Reasons listed for the middle of a flap. */
const mostReasons = 5

/** The checks and decisions behind an alert. */
export function tellOutage(facts: TimelineFacts): TimelineNode[] {
  const { verdicts, checks } = facts
  const first = verdicts.find(({ decision }) => decision === "declared") ?? null
  const declaredAt = first?.at ?? facts.alert.createdAt
  const failures = checks.filter(({ startedAt }) => startedAt <= declaredAt)
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
    ...(first === null ? [] : [...tellThreshold(first, proof), tellDeclared(first, facts)]),
    ...tellLater(later, facts),
  ]
}

/** The check that a verdict keeps, if the check itself is no longer stored. */
function failureOf(verdict: VerdictFact | null): CheckFact[] {
  const at = verdict && factsOf(verdict.steps).check?.attempts?.[0]?.at
  return verdict && at ? [{ startedAt: new Date(at), durationMs: 0, steps: verdict.steps }] : []
}

/** The first failed check with its proof; of many, the first and the last. */
function tellFailures(failures: CheckFact[]): TimelineNode[] {
  const shown =
    failures.length <= mostFailures ? failures : [...failures.slice(0, 1), ...failures.slice(-1)]
  const count = failures.length - shown.length
  return shown.flatMap((check, at) => {
    if (at === 0) return check.steps.flatMap((step) => tellProof(step, check))
    const more: Finding[] =
      count === 0 ? [] : [{ code: "more_failed_between", parameters: { count } }]
    const why = factsOf(check.steps).check?.findings ?? []
    const title: Finding = { code: "check_failed_again", parameters: {} }
    return [checkNode(check, title, [...more, ...why])]
  })
}

const checkNode = (check: CheckFact, title: Finding, findings: Finding[]): TimelineNode => ({
  kind: "check",
  id: `check-${check.startedAt.getTime()}`,
  at: check.startedAt,
  outcome: "failed",
  title,
  findings,
  check,
})

/** One rule about a failed check: what it found, its second attempt, or our own network at the time. */
function tellProof(
  { step, outcome, findings, attempts, egress }: VerdictStep,
  check: CheckFact,
): TimelineNode[] {
  const key = check.startedAt.getTime()
  const endedAt = new Date(key + check.durationMs)
  if (step === "check") {
    const [first, second] = attempts ?? []
    const isDegraded = outcome === "degraded"
    const failed: Finding = { code: "check_failed", parameters: { isDegraded } }
    const node = checkNode(check, failed, first?.findings ?? findings)
    return first && second ? [node, tellSecond(first, second, key)] : [node]
  }
  if (step !== "own network" || egress === undefined) return []
  const isUp = outcome !== "down"
  return [
    {
      kind: "network",
      id: `network-${key}`,
      at: endedAt,
      outcome: isUp ? "done" : "failed",
      title: { code: "own_network", parameters: { isUp } },
      findings,
      samples: egress,
    },
  ]
}

const tellSecond = (
  first: AttemptEvidence,
  { at, address, findings: cause }: AttemptEvidence,
  key: number,
): TimelineNode => ({
  kind: "second_check",
  id: `second-${key}`,
  at: new Date(at),
  outcome: "failed",
  title: { code: "second_check_failed", parameters: {} },
  findings: [{ code: "tried_again", parameters: { how: retryOf(first.address, address), cause } }],
  address,
})

/** Evaluations of telemetry connect to no target. */
function retryOf(before: string | null, address: string | null): (typeof retries)[number] {
  if (address === null) return "evaluation"
  const isIpv6 = address.includes(":")
  if (before === null || before.includes(":") === isIpv6) return "new_connection"
  return isIpv6 ? "ipv6" : "ipv4"
}

function tellSilence(verdict: VerdictFact): TimelineNode {
  const { silence } = factsOf(verdict.steps)
  return {
    kind: "decision",
    id: `verdict-${verdict.id}`,
    at: verdict.at,
    outcome: "skipped",
    title: { code: "no_alert", parameters: {} },
    findings: [
      silence === null
        ? { code: "alerts_suppressed", parameters: {} }
        : { code: "silenced", parameters: { effect: "alert", ...silence } },
    ],
    verdict,
  }
}

function tellThreshold(verdict: VerdictFact, failures: CheckFact[]): TimelineNode[] {
  const { threshold, counts } = factsOf(verdict.steps)
  const last = failures.at(-1)
  if (threshold === undefined || counts === undefined) return []
  const { bad, failureThreshold } = counts
  const count = Math.min(bad, failureThreshold)
  const endedMs =
    last === undefined ? verdict.at.getTime() : last.startedAt.getTime() + last.durationMs
  return [
    {
      kind: "threshold",
      id: `threshold-${verdict.id}`,
      // A check that lasted longer than its storage took must not be listed after the decision.
      at: new Date(Math.min(endedMs, verdict.at.getTime())),
      outcome: "done",
      title: { code: "threshold_reached", parameters: { count, failureThreshold } },
      findings: threshold.findings,
      counts,
    },
  ]
}

function tellDeclared(
  verdict: VerdictFact,
  { alert, incident, monitorName: monitor }: TimelineFacts,
): TimelineNode {
  const since = incident?.startedAt.toISOString() ?? null
  return {
    kind: "decision",
    id: `verdict-${verdict.id}`,
    at: verdict.at,
    outcome: "done",
    title:
      incident === null
        ? { code: "alert_raised", parameters: { number: alert.number } }
        : { code: "incident_declared", parameters: { number: incident.number } },
    findings: [{ code: "monitor_is_down", parameters: { monitor, since } }],
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
  const again = middle.filter(({ decision }) => decision !== "recovered")
  return [
    ...beginning.map((verdict) => tellChange(verdict, facts)),
    {
      kind: "flap",
      id: `flap-${from.id}`,
      at: from.at,
      outcome: "done",
      title: { code: "flapped", parameters: { outages: again.length } },
      findings: [
        { code: "flapped_until", parameters: { at: until.at.toISOString() } },
        ...reasonsOf(again),
      ],
      outages: again.length,
      until: until.at,
    },
    ...end.map((verdict) => tellChange(verdict, facts)),
  ]
}

/** Why the outages began, each reason once. */
function reasonsOf(verdicts: VerdictFact[]): Finding[] {
  const causes = verdicts.map(({ steps }) => factsOf(steps).check?.findings ?? [])
  return [...Map.groupBy(causes, (cause) => say(cause)).values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, mostReasons)
    .flatMap((same): Finding[] => {
      const [cause = []] = same
      const parameters = { outages: same.length, cause }
      return cause.length === 0 ? [] : [{ code: "outages_because", parameters }]
    })
}

function tellChange(verdict: VerdictFact, facts: TimelineFacts): TimelineNode {
  const node = { kind: "decision", id: `verdict-${verdict.id}`, at: verdict.at, verdict } as const
  const { check, threshold, since } = factsOf(verdict.steps)
  if (verdict.decision !== "recovered") {
    return {
      ...node,
      outcome: "failed",
      title: { code: "failed_again", parameters: {} },
      findings: [...(check?.findings ?? []), { code: "same_outage", parameters: {} }],
    }
  }
  const { alert, incident } = facts
  const ms = incident && verdict.at.getTime() - incident.startedAt.getTime()
  return {
    ...node,
    outcome: "done",
    title: { code: "recovered_after", parameters: { ms } },
    findings: [
      ...(threshold?.findings ?? []),
      ...(since === null ? [] : [{ code: "up_since" as const, parameters: { at: since } }]),
      ...(alert.isManual && alert.resolvedAt === null
        ? [{ code: "alert_state_kept" as const, parameters: {} }]
        : []),
    ],
  }
}
