import type { Decision, MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { Escalation, Outage, OutageIds } from "../incident/outage.ts"
import { gotWorse, newOutageIds } from "../incident/outage.ts"
import type { OutageMoment } from "../incident/outage-course.ts"
import type { SilenceEvidence, VerdictStep } from "../verdict/steps.ts"
import { absenceBy, nobodyLooked, toldBefore } from "./absence.ts"
import type { Locked } from "./lock-states.ts"
import type { Machine } from "./machine.ts"
import type { CheckResult } from "./result.ts"
import type { StatusStep } from "./transition.ts"
import { transition } from "./transition.ts"
import type { Action } from "./verdict.ts"

/** What is to be done about outages, by what is done. */
export type Deeds = {
  resolve: OutageMoment[]
  declare: Outage[]
  escalate: Escalation[]
  reopen: OutageMoment[]
}

/** A decision, and the incident and alert that speak for the outage it is about. */
export type Ruling = {
  state: Locked
  decision: Decision
  steps: VerdictStep[]
  /** The silence in which the check began, where it is over. */
  pastSilence: SilenceEvidence | null
  change: StatusStep | null
  /** What the world outside held it for; null where the change is no news to it. */
  toldBefore: MonitorStatus | null
  reason: string | null
  incidentId: string | null
  alertId: string | null
}

/** All that a batch of results asks for. What befalls one monitor twice is done one after the other: a round each. */
export type Docket = { rounds: Deeds[]; rulings: Ruling[] }

export type Known = { state: Locked; result: CheckResult }

/**
 * Moves the machine of each monitor by its results, in the order given; the states are changed in place. A
 * result that is older than what is known, or than the present target, moves nothing.
 *
 * @param pastSilences those that held when a check began, and are over.
 */
export function decideAll(
  known: Known[],
  pastSilences: ReadonlyMap<CheckResult, SilenceEvidence>,
): Docket {
  const docket: Docket = { rounds: [], rulings: [] }
  const turns = new Map<Locked, number>()
  for (const { state, result } of known) {
    if (isPassed(state, result)) continue
    docket.rulings.push(...leaveUnseen(state, result.startedAt, true))
    const before = state.machine
    const pastSilence = pastSilences.get(result) ?? null
    const policy = pastSilence === null ? state : { ...state, silence: pastSilence.kind }
    const { machine, status, change, actions, decision, steps } = transition(before, result, policy)
    const ids = actions.length === 0 ? null : takeTurn(docket, turns, { state, result }, actions)
    state.machine = withIds(machine, ids)
    state.lastCheckAt = result.startedAt
    state.lastResult = result
    if (change !== null) {
      state.status = status
      state.statusSince = change.at
    }
    if (decision === null) continue
    const told = ids ?? machine.outage ?? machine.ended
    const { incidentId = null, alertId = null } = told ?? {}
    const { reason } = result
    const held = change && toldBefore(before, change)
    const about = { reason, incidentId, alertId }
    const ruling = { state, decision, steps, pastSilence, change, toldBefore: held }
    docket.rulings.push({ ...ruling, ...about })
  }
  return docket
}

/** A time further ahead of the database's own is of a clock that was put back since: it holds for nothing. */
const mostAheadMs = 60_000

function isPassed(
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
 * Moves the machine of a monitor that nobody looked at up to a moment, if that was too long; see absence.ts. The
 * state is changed in place. What is ruled is kept, but done nothing about and told to nobody outside.
 */
export function leaveUnseen(state: Locked, at: Date, isOver: boolean): Ruling[] {
  const absence = absenceBy(state, at, isOver)
  if (absence === null) return []
  const { machine, change, steps } = absence
  state.machine = machine
  if (change === null) return []
  state.status = change.to
  state.statusSince = change.at
  const about = { pastSilence: null, incidentId: null, alertId: null, reason: nobodyLooked }
  return [{ state, decision: "status_only", steps, change, toldBefore: null, ...about }]
}

type Ids = Pick<OutageMoment, "incidentId" | "alertId">

/** The outage learns which incident and alert speak for it. */
const withIds = (machine: Machine, ids: Ids | null): Machine =>
  ids === null || machine.outage === null
    ? machine
    : { ...machine, outage: { ...machine.outage, ...ids } }

function takeTurn(
  { rounds }: Docket,
  turns: Map<Locked, number>,
  known: Known,
  actions: Action[],
): Ids | null {
  const turn = turns.get(known.state) ?? 0
  turns.set(known.state, turn + 1)
  const deeds = rounds[turn] ?? { resolve: [], declare: [], escalate: [], reopen: [] }
  rounds[turn] = deeds
  let ids: Ids | null = null
  for (const action of actions) ids = enter(deeds, known, action)
  return ids
}

/** Answers the incident and alert that speak for the outage from then on, if any. */
function enter(deeds: Deeds, { state, result }: Known, action: Action): Ids | null {
  const { startedAt: at } = result
  const reason = result.reason ?? "No reason was given."
  switch (action.kind) {
    case "declare":
      return declare(deeds, { state, result }, action.level, action.startedAt)
    case "worsen": {
      const { alertId: lowAlertId, startedAt } = action
      if (lowAlertId === null) return declare(deeds, { state, result }, "offline", startedAt)
      const outage = outageOf({ state, result }, "offline", startedAt)
      deeds.escalate.push({ ...outage, lowAlertId, at })
      return idsOf(outage)
    }
    case "reopen": {
      const { incidentId, alertId } = action
      deeds.reopen.push({ incidentId, alertId, at, reason })
      return { incidentId, alertId }
    }
    case "resolve": {
      const { incidentId, alertId, isWorse } = action
      const reason = isWorse ? gotWorse : "It is well again."
      deeds.resolve.push({ incidentId, alertId, at, reason })
      return null
    }
  }
}

function declare(deeds: Deeds, known: Known, level: Outage["level"], startedAt: Date): OutageIds {
  const outage = outageOf(known, level, startedAt)
  deeds.declare.push(outage)
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
  reason: result.reason ?? "No reason was given.",
  failureClass: result.failureClass,
  address: result.address,
  certificate: result.certificate?.fingerprint256 ?? null,
})

const idsOf = ({ incidentId, alertId }: OutageIds): OutageIds => ({ incidentId, alertId })
