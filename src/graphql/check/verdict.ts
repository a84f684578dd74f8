import type { Machine, Outage } from "./machine.ts"
import type { CountEvidence, LookEvidence, VerdictStep } from "../verdict/steps.ts"
import type { CheckResult } from "./result.ts"

export type Silence = "muted" | "maintenance" | "parent_down"

export type Policy = {
  failureThreshold: number
  recoveryThreshold: number
  /** Why nothing may be declared now, if so. */
  silence: Silence | null
}

/** What the transaction has to do about it, in this order. */
export type Action =
  | { kind: "declare"; level: Outage["level"]; startedAt: Date }
  | { kind: "worsen"; startedAt: Date; alertId: string | null }
  | { kind: "reopen"; incidentId: string | null; alertId: string | null }
  | { kind: "resolve"; incidentId: string | null; alertId: string | null; isWorse: boolean }

/** What of a check result decides. */
export type Seen = Pick<
  CheckResult,
  | "status"
  | "startedAt"
  | "reason"
  | "failureClass"
  | "address"
  | "attempts"
  | "firstAttempt"
  | "egress"
>

/** Why it came to this, in the order in which it was thought. */
export function explain(
  machine: Machine,
  seen: Seen,
  policy: Policy,
  actions: Action[],
): VerdictStep[] {
  const { runs } = machine
  const steps: VerdictStep[] = [
    {
      step: "check",
      outcome: seen.status,
      detail: seen.reason ?? "Everything that was asked for held.",
      looks: looksOf(seen),
    },
  ]
  if (seen.firstAttempt !== null) {
    steps.push({
      step: "second look",
      outcome: seen.status === "operational" ? "refuted" : "confirmed",
      detail: `The first attempt said: ${seen.firstAttempt.reason ?? "all is well"}`,
    })
  }
  if (seen.egress !== null) {
    const alive = seen.egress.filter((sample) => sample.reachable).length
    steps.push({
      step: "our own line",
      outcome: alive > 0 ? "alive" : "down",
      detail: `${alive} of ${seen.egress.length} anchors answered just after the failure.`,
      egress: seen.egress,
    })
  }
  steps.push({
    step: "threshold",
    outcome: machine.confirmed,
    detail:
      seen.status === "operational"
        ? `${runs.good.count} good in a row; ${policy.recoveryThreshold} end an outage.`
        : `${runs.bad.count} not good in a row, ${runs.offline.count} of them offline; ${policy.failureThreshold} make an outage.`,
    counts: countsOf(machine, policy),
  })
  if (policy.silence !== null) {
    steps.push({ step: "silence", outcome: policy.silence, detail: silences[policy.silence] })
  }
  for (const action of actions) {
    const isWorse = action.kind === "resolve" && action.isWorse
    const detail = isWorse ? replaced : deeds[action.kind]
    steps.push({ step: "decision", outcome: action.kind, detail })
  }
  return steps
}

/** The first look and the last; a result of one look has one. */
function looksOf({ startedAt, address, failureClass, reason, firstAttempt }: Seen): LookEvidence[] {
  const at = startedAt.toISOString()
  if (firstAttempt === null) return [{ at, address, failureClass, reason }]
  const { againAt } = firstAttempt
  return [
    {
      at,
      address: firstAttempt.address ?? null,
      failureClass: firstAttempt.failureClass,
      reason: firstAttempt.reason,
    },
    { at: againAt?.toISOString() ?? at, address, failureClass, reason },
  ]
}

function countsOf({ confirmed, runs }: Machine, policy: Policy): CountEvidence {
  const { failureThreshold, recoveryThreshold } = policy
  const run = confirmed === "offline" ? runs.offline : runs.bad
  const { since } = runs.good.count > 0 ? runs.good : run
  return {
    good: runs.good.count,
    bad: runs.bad.count,
    offline: runs.offline.count,
    failureThreshold,
    recoveryThreshold,
    since: since?.toISOString() ?? null,
  }
}

const silences: Record<Silence, string> = {
  muted: "Alerts of this monitor are muted, so nothing is declared.",
  maintenance: "This monitor is under maintenance, so nothing is declared.",
  parent_down: "The monitor it depends on is offline, and that one is declared instead.",
}

const deeds: Record<Action["kind"], string> = {
  declare: "A new outage was declared.",
  worsen: "What was degraded is offline now; a graver alert was declared.",
  reopen: "It failed again within ten minutes of its recovery: the same incident, flapping.",
  resolve: "The outage is over.",
}

const replaced = "What was degraded is offline again, so the graver outage takes its place."
