import type { Finding } from "../../../findings/finding.ts"
import type { Decision, MonitorStatus } from "../../../../prisma/generated/enums.ts"
import { actorName } from "../../kernel/access.ts"
import type { RenewedReason } from "../../incidents/incident/renew-reason.ts"
import {
  gotWorse,
  newOutageIds,
  type Escalation,
  type Outage,
  type OutageIds,
} from "../../incidents/incident/declare-outage.ts"
import type { OutageMoment } from "../../incidents/incident/outage-course.ts"
import { machine as system } from "../../incidents/incident/timeline.ts"
import type { SilenceEvidence, VerdictStep } from "../verdict/rules/verdict-steps.ts"
import { gapBy, gapFindings, announcedBefore } from "./rules/gap.ts"
import type { Locked } from "./lock-states.ts"
import type { Machine } from "./rules/check-state.ts"
import type { CheckResult } from "./rules/check-result.ts"
import { isSameReason } from "../../../findings/same-reason.ts"
import { transition, type StatusStep } from "./rules/transition.ts"
import type { Action } from "./rules/write-verdict.ts"

/** What to do about outages, by kind of action. */
export type Effects = {
  resolve: OutageMoment[]
  declare: Outage[]
  escalate: Escalation[]
  reopen: OutageMoment[]
  /** Outages that go on for another reason. */
  renew: RenewedReason[]
}

/** A decision, with the incident and alert of its outage. */
export type Decided = {
  state: Locked
  decision: Decision
  steps: VerdictStep[]
  /** The silence in force when the check started, if it has ended since. */
  pastSilence: SilenceEvidence | null
  change: StatusStep | null
  /** The status announced before; null when the change must not be announced. */
  announcedBefore: MonitorStatus | null
  findings: readonly Finding[]
  incidentId: string | null
  alertId: string | null
}

/** All that a batch of results calls for. Several actions on one monitor run in order, one per round. */
export type Batch = { rounds: Effects[]; decisions: Decided[] }

export type Known = { state: Locked; result: CheckResult }

/**
 * Apply results to each monitor's state machine, in the order given; states are changed in place. A result older
 * than the last one, or than the current target, changes nothing.
 *
 * @param pastSilences silences in force when a check started that have ended since.
 */
export function decideAll(
  known: Known[],
  pastSilences: ReadonlyMap<CheckResult, SilenceEvidence>,
): Batch {
  const batch: Batch = { rounds: [], decisions: [] }
  const nextRound = new Map<Locked, number>()
  for (const { state, result } of known) {
    if (isOutdated(state, result)) continue
    if (!result.isUnbroken) batch.decisions.push(...recordGap(state, result.startedAt, true))
    const before = state.machine
    const pastSilence = pastSilences.get(result) ?? null
    const policy = pastSilence === null ? state : { ...state, silence: pastSilence.kind }
    const { machine, status, change, actions, decision, steps } = transition(before, result, policy)
    const ids =
      actions.length === 0 ? null : addEffects(batch, nextRound, { state, result }, actions)
    state.machine = withReason(withIds(machine, ids), result)
    const renewed = ids === null ? renewedBy(before, state.machine) : null
    if (renewed !== null) effectsOf(batch, nextRound, state).renew.push(renewed)
    state.lastCheckAt = result.startedAt
    state.lastResult = result
    if (change !== null) {
      state.status = status
      state.statusSince = change.at
    }
    if (decision === null) continue
    const subject = ids ?? machine.outage ?? machine.ended
    const { incidentId = null, alertId = null } = subject ?? {}
    const { findings } = result
    const announced = change && announcedBefore(before, change)
    const about = { findings, incidentId, alertId }
    const decided = { state, decision, steps, pastSilence, change, announcedBefore: announced }
    batch.decisions.push({ ...decided, ...about })
  }
  return batch
}

/** A time further ahead of the database's clock came from a clock that was set back since, and is ignored. */
const mostAheadMs = 60_000

function isOutdated(
  { lastCheckAt, machine: { countsFrom }, now }: Locked,
  { startedAt }: CheckResult,
): boolean {
  const holds = (at: Date | null): at is Date =>
    at !== null && at.getTime() - now.getTime() <= mostAheadMs
  return (
    (holds(lastCheckAt) && startedAt <= lastCheckAt) ||
    (holds(countsFrom) && startedAt < countsFrom)
  )
}

/**
 * Record a gap of a monitor up to a moment, if it was long enough; see gap.ts. The state is changed in place. The
 * decision is stored, but has no effects and is not announced.
 */
export function recordGap(state: Locked, at: Date, isOver: boolean): Decided[] {
  const gap = gapBy(state, at, isOver)
  if (gap === null) return []
  const { machine, change, steps } = gap
  state.machine = machine
  if (change === null) return []
  state.status = change.to
  state.statusSince = change.at
  const about = { pastSilence: null, incidentId: null, alertId: null, findings: gapFindings }
  return [{ state, decision: "status_only", steps, change, announcedBefore: null, ...about }]
}

type Ids = Pick<OutageMoment, "incidentId" | "alertId">

/** Set the incident and alert of the outage. */
const withIds = (machine: Machine, ids: Ids | null): Machine =>
  ids === null || machine.outage === null
    ? machine
    : { ...machine, outage: { ...machine.outage, ...ids } }

/** The outage tells the reason of the latest check that proves it. */
function withReason(machine: Machine, { status, findings }: CheckResult): Machine {
  const { outage } = machine
  const isProof = outage?.isDeclared === true && status === outage.level && findings.length > 0
  if (!isProof || isSameReason(outage.findings, findings)) return machine
  return { ...machine, outage: { ...outage, findings } }
}

function renewedBy(before: Machine, { outage }: Machine): RenewedReason | null {
  if (outage === null || outage.findings.length === 0) return null
  const { incidentId, alertId, findings } = outage
  return findings === before.outage?.findings ? null : { incidentId, alertId, findings }
}

function effectsOf({ rounds }: Batch, nextRound: Map<Locked, number>, state: Locked): Effects {
  const round = nextRound.get(state) ?? 0
  nextRound.set(state, round + 1)
  const effects = rounds[round] ?? { resolve: [], declare: [], escalate: [], reopen: [], renew: [] }
  rounds[round] = effects
  return effects
}

function addEffects(
  batch: Batch,
  nextRound: Map<Locked, number>,
  known: Known,
  actions: Action[],
): Ids | null {
  const effects = effectsOf(batch, nextRound, known.state)
  let ids: Ids | null = null
  for (const action of actions) ids = addEffect(effects, known, action)
  return ids
}

/** @returns the incident and alert of the outage from then on, if any. */
function addEffect(effects: Effects, { state, result }: Known, action: Action): Ids | null {
  const { startedAt: at } = result
  const findings = findingsOf(result)
  switch (action.kind) {
    case "declare":
      return declare(effects, { state, result }, action.level, action.startedAt)
    case "worsen": {
      const { alertId: lowAlertId, startedAt } = action
      if (lowAlertId === null) return declare(effects, { state, result }, "offline", startedAt)
      const outage = outageOf({ state, result }, "offline", startedAt)
      effects.escalate.push({ ...outage, lowAlertId, at })
      return idsOf(outage)
    }
    case "reopen": {
      const { incidentId, alertId, startedAt } = action
      effects.reopen.push({ incidentId, alertId, at, startedAt, findings })
      return { incidentId, alertId }
    }
    case "resolve": {
      const { incidentId, alertId, isWorse } = action
      const over = isWorse
        ? { findings: [gotWorse], by: actorName(system) }
        : { findings: [recovered] }
      effects.resolve.push({ incidentId, alertId, at, ...over })
      return null
    }
  }
}

const recovered: Finding = { code: "recovered", parameters: {} }

const noReason: readonly Finding[] = [{ code: "no_reason", parameters: {} }]

const findingsOf = ({ findings }: CheckResult): readonly Finding[] =>
  findings.length === 0 ? noReason : findings

function declare(
  effects: Effects,
  known: Known,
  level: Outage["level"],
  startedAt: Date,
): OutageIds {
  // Only an undeclared outage keeps its incident open; a declared one is resolved in this round, with its incident.
  const { outage: before } = known.state.machine
  const openIncidentId = before === null || before.isDeclared ? null : before.incidentId
  const made = outageOf(known, level, startedAt)
  const outage =
    openIncidentId === null ? made : { ...made, incidentId: openIncidentId, isIncidentOpen: true }
  effects.declare.push(outage)
  return idsOf(outage)
}

const outageOf = (
  { state: { projectId, monitorId, monitorName }, result }: Known,
  level: Outage["level"],
  startedAt: Date,
): Outage => ({
  ...newOutageIds(level),
  projectId,
  monitorId,
  monitorName,
  level,
  startedAt,
  findings: findingsOf(result),
  failureClass: result.failureClass,
  address: result.address,
  certificate: result.certificate?.fingerprint256 ?? null,
})

const idsOf = ({ incidentId, alertId }: OutageIds): OutageIds => ({ incidentId, alertId })
