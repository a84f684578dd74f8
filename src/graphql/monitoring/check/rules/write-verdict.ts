import { reasonOf } from "../../../../findings/say.ts"
import type { Machine, Outage } from "./check-state.ts"
import type {
  CountEvidence,
  AttemptEvidence,
  VerdictStep,
} from "../../verdict/rules/verdict-steps.ts"
import type { CheckResult } from "./check-result.ts"

export type Silence = "muted" | "maintenance" | "parent_down"

export type Policy = {
  failureThreshold: number
  recoveryThreshold: number
  /** A failure this soon after a recovery reopens the same outage (flapping). */
  flapWindowMinutes: number
  /** What suppresses alerts now, if anything. */
  silence: Silence | null
}

/** What the transaction must do, in this order. */
export type Action =
  | { kind: "declare"; level: Outage["level"]; startedAt: Date }
  | { kind: "worsen"; startedAt: Date; alertId: string | null }
  | { kind: "reopen"; startedAt: Date; incidentId: string | null; alertId: string | null }
  | { kind: "resolve"; incidentId: string | null; alertId: string | null; isWorse: boolean }

/** The part of a check result that decides. */
export type Seen = Pick<
  CheckResult,
  | "status"
  | "startedAt"
  | "findings"
  | "measured"
  | "failureClass"
  | "address"
  | "attempts"
  | "firstAttempt"
  | "egress"
  | "inRow"
>

/** List the rules applied, in order, with their evidence. */
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
      detail: reasonOf(seen.findings) ?? "All assertions passed.",
      ...measuredOf(seen),
      attempts: attemptsOf(seen),
    },
  ]
  if (seen.firstAttempt !== null) {
    steps.push({
      step: "second check",
      outcome: seen.status === "operational" ? "not confirmed" : "confirmed",
      detail: `First attempt: ${reasonOf(seen.firstAttempt.findings) ?? "no failure"}`,
    })
  }
  if (seen.egress !== null) {
    const alive = seen.egress.filter((sample) => sample.reachable).length
    steps.push({
      step: "own network",
      outcome: alive > 0 ? "up" : "down",
      detail: `${alive} of ${seen.egress.length} egress anchors answered around the deciding attempt.`,
      egress: seen.egress,
    })
  }
  steps.push({
    step: "threshold",
    outcome: machine.confirmed,
    detail:
      seen.status === "operational"
        ? // A settled monitor's good checks are not counted on; see settled.ts.
          `${actions.length === 0 ? "At least " : ""}${runs.good.count} consecutive good checks; the recovery threshold is ${policy.recoveryThreshold}.`
        : `${runs.bad.count} consecutive failures, ${runs.offline.count} of them offline; the failure threshold is ${policy.failureThreshold}.`,
    counts: countsOf(machine, policy),
  })
  if (policy.silence !== null) {
    steps.push({ step: "silence", outcome: policy.silence, detail: silences[policy.silence] })
  }
  for (const action of actions) {
    const isWorse = action.kind === "resolve" && action.isWorse
    const detail = isWorse ? replaced : actionTexts[action.kind]
    steps.push({ step: "decision", outcome: action.kind, detail })
  }
  return steps
}

/** The first and the last attempt; one entry when there was only one attempt. */
function attemptsOf({
  startedAt,
  address,
  failureClass,
  findings,
  firstAttempt,
  measured = null,
}: Seen): AttemptEvidence[] {
  const at = startedAt.toISOString()
  const last = { address, failureClass, reason: reasonOf(findings), ...measuredOf({ measured }) }
  if (firstAttempt === null) return [{ at, ...last }]
  const { againAt } = firstAttempt
  return [
    {
      at,
      address: firstAttempt.address ?? null,
      failureClass: firstAttempt.failureClass,
      reason: reasonOf(firstAttempt.findings),
    },
    { at: againAt?.toISOString() ?? at, ...last },
  ]
}

/** The reason with values of telemetry, beside the public one. */
function measuredOf({ measured }: Pick<Seen, "measured">): { measured?: string } {
  const text = reasonOf(measured?.findings ?? [])
  return text === null ? {} : { measured: text }
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
  muted: "Alerts for this monitor are muted.",
  maintenance: "This monitor is in maintenance.",
  parent_down: "The parent monitor is offline, and the alert is raised there.",
}

const actionTexts: Record<Action["kind"], string> = {
  declare: "A new outage was declared.",
  worsen: "The monitor went from degraded to offline; a more severe alert was raised.",
  reopen: "It failed again within the flap window, so the same incident was reopened.",
  resolve: "The outage ended.",
}

const replaced = "The degraded monitor went offline again, so the offline outage replaces this one."
