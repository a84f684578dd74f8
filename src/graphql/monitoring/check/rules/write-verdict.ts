import type { Finding } from "../../../../findings/finding.ts"
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

/** A check as it is stored, of which older versions may know other classes. */
type SeenCheck = Omit<Seen, "inRow" | "attempts" | "failureClass"> & {
  failureClass: string | null
}

/** List the rules applied, in order, with their evidence. */
export const explain = (
  machine: Machine,
  seen: Seen,
  policy: Policy,
  actions: Action[],
): VerdictStep[] => [
  ...stepsOfCheck(seen),
  {
    step: "threshold",
    outcome: machine.confirmed,
    findings: [countFinding(machine, seen, policy, actions)],
    counts: countsOf(machine, policy),
  },
  ...(policy.silence === null
    ? []
    : [{ step: "silence", outcome: policy.silence, findings: [silences[policy.silence]] }]),
  ...actions.map((action) => ({
    step: "decision",
    outcome: action.kind,
    findings: [action.kind === "resolve" && action.isWorse ? replaced : decisions[action.kind]],
  })),
]

const none = {} as const

/** What a check found, how it was confirmed, and whether our own network was up. */
export function stepsOfCheck(seen: SeenCheck): VerdictStep[] {
  const { status, findings, firstAttempt, egress } = seen
  const steps: VerdictStep[] = [
    {
      step: "check",
      outcome: status,
      findings:
        findings.length === 0 ? [{ code: "assertions_passed", parameters: none }] : findings,
      ...measuredOf(seen),
      attempts: attemptsOf(seen),
    },
  ]
  if (firstAttempt !== null) {
    steps.push({
      step: "second check",
      outcome: status === "operational" ? "not confirmed" : "confirmed",
      findings: [{ code: "first_attempt", parameters: { cause: firstAttempt.findings } }],
    })
  }
  if (egress !== null) {
    steps.push({
      step: "own network",
      outcome: egress.some(({ reachable }) => reachable) ? "up" : "down",
      findings: [anchorsAnswered(egress)],
      egress,
    })
  }
  return steps
}

export const anchorsAnswered = (egress: readonly { reachable: boolean }[]): Finding => ({
  code: "anchors_answered",
  parameters: { reached: egress.filter(({ reachable }) => reachable).length, of: egress.length },
})

/** The first and the last attempt; one entry when there was only one attempt. */
function attemptsOf({
  startedAt,
  address,
  failureClass,
  findings,
  firstAttempt,
  measured = null,
}: SeenCheck): AttemptEvidence[] {
  const at = startedAt.toISOString()
  const last = { address, failureClass, findings, ...measuredOf({ measured }) }
  if (firstAttempt === null) return [{ at, ...last }]
  const { againAt, address: firstAddress = null, ...first } = firstAttempt
  return [
    { ...first, at, address: firstAddress },
    { at: againAt?.toISOString() ?? at, ...last },
  ]
}

/** The findings with values of telemetry, beside the public ones. */
const measuredOf = ({ measured }: Pick<Seen, "measured">): { measured?: Finding[] } =>
  measured && measured.findings.length > 0 ? { measured: measured.findings } : {}

function countFinding(
  { runs: { good, bad, offline } }: Machine,
  { status }: Pick<Seen, "status">,
  { failureThreshold, recoveryThreshold }: Policy,
  actions: Action[],
): Finding {
  if (status !== "operational") {
    const parameters = { count: bad.count, offline: offline.count, failureThreshold }
    return { code: "failures_in_row", parameters }
  }
  // A settled monitor's good checks are not counted on; see settled.ts.
  const parameters = { count: good.count, recoveryThreshold, isAtLeast: actions.length === 0 }
  return { code: "good_checks_in_row", parameters }
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

const silences: Record<Silence, Finding> = {
  muted: { code: "monitor_muted", parameters: none },
  maintenance: { code: "monitor_in_maintenance", parameters: none },
  parent_down: { code: "parent_offline", parameters: none },
}

const decisions: Record<Action["kind"], Finding> = {
  declare: { code: "outage_declared", parameters: none },
  worsen: { code: "outage_worsened", parameters: none },
  reopen: { code: "outage_reopened", parameters: none },
  resolve: { code: "outage_ended", parameters: none },
}

const replaced: Finding = { code: "outage_replaced", parameters: none }
