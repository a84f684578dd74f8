import type { Decision, MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import type { VerdictStep } from "../../verdict/rules/verdict-steps.ts"
import type { Ended, Machine, Outage, Run } from "./check-state.ts"
import { ownFaults } from "./check-result.ts"
import { isSettled } from "./settled.ts"
import { explain, type Action, type Policy, type Seen } from "./write-verdict.ts"

export type StatusStep = { from: MonitorStatus; to: MonitorStatus; at: Date }

export type Transition = {
  machine: Machine
  status: MonitorStatus
  change: StatusStep | null
  actions: Action[]
  decision: Decision | null
  steps: VerdictStep[]
}

/**
 * The state machine of a monitor: no clock, no database. `unknown` results change only the status shown: they
 * neither count as failures nor end an outage.
 */
export function transition(before: Machine, seen: Seen, policy: Policy): Transition {
  const shownBefore = shown(before)
  // Our own errors never count against the target, whatever status the check reports.
  if (seen.status === "unknown" || isOwnFault(seen.failureClass)) {
    const machine = { ...before, isBlind: true }
    return finish(before, machine, shownBefore, seen, policy, [], null, seen.startedAt)
  }
  if (seen.status === "operational" && isSettled(before)) {
    return finish(before, before, shownBefore, seen, policy, [], null, seen.startedAt)
  }
  const runs = countRuns(before.runs, seen)
  const confirmed = confirm(before, runs, policy)
  // After time that we did not see, the old status is a guess until a check agrees with it or a new one is confirmed.
  const isUnseen = before.isBlind && seen.status !== confirmed
  const counted: Machine = {
    ...before,
    isBlind: isUnseen,
    isAbsent: isUnseen && before.isAbsent,
    runs,
    confirmed,
  }
  const { machine, actions, decision } = settle(counted, seen, policy)
  return finish(
    before,
    machine,
    shownBefore,
    seen,
    policy,
    actions,
    decision,
    beganAt(machine, seen),
  )
}

const isOwnFault = (failureClass: Seen["failureClass"]): boolean =>
  failureClass !== null && ownFaults.has(failureClass)

const shown = ({ confirmed, isBlind }: Machine): MonitorStatus => (isBlind ? "unknown" : confirmed)

/** Most runs count checks; a heartbeat's failures are missed periods, which the check has counted. */
function countRuns(runs: Machine["runs"], { status, startedAt, inRow }: Seen): Machine["runs"] {
  const next = (run: Run, isMember: boolean): Run =>
    isMember
      ? { count: inRow?.count ?? run.count + 1, since: run.since ?? inRow?.since ?? startedAt }
      : { count: 0, since: null }
  return {
    offline: next(runs.offline, status === "offline"),
    bad: next(runs.bad, status !== "operational"),
    good: next(runs.good, status === "operational"),
    up: next(runs.up, status !== "offline"),
  }
}

function confirm(
  { confirmed, outage }: Machine,
  runs: Machine["runs"],
  { failureThreshold, recoveryThreshold }: Policy,
): MonitorStatus {
  if (runs.offline.count >= failureThreshold) return "offline"
  const isOffline = confirmed === "offline" || outage?.level === "offline"
  if (isOffline && runs.up.count < recoveryThreshold) return "offline"
  if (runs.bad.count >= failureThreshold) return "degraded"
  const isDegraded = confirmed === "degraded" || isOffline || outage !== null
  if (runs.good.count >= (isDegraded ? recoveryThreshold : 1)) return "operational"
  return isOffline ? "degraded" : confirmed
}

/** Compare the confirmed status with the known outage, and decide what follows. */
function settle(machine: Machine, seen: Seen, policy: Policy): Settled {
  const { confirmed, outage } = machine
  // Nothing is confirmed yet, as after a pause: an open outage stays.
  if (confirmed === "unknown") return nothing(machine)
  if (confirmed === "operational") {
    return outage === null ? nothing(machine) : recover(machine, outage, seen)
  }
  if (outage === null) return begin(machine, confirmed, seen, policy)
  if (outage.level === confirmed) return declareOutage(machine, outage, seen, policy)
  return confirmed === "offline"
    ? worsen(machine, outage, seen, policy)
    : improve(machine, outage, seen, policy)
}

type Settled = Pick<Transition, "machine" | "actions" | "decision">
const nothing = (machine: Machine): Settled => ({ machine, actions: [], decision: null })

function begin(machine: Machine, level: Outage["level"], seen: Seen, policy: Policy): Settled {
  const startedAt = startOf(machine, level)
  const undeclared = { isDeclared: false, wasSilenced: false, incidentId: null, alertId: null }
  const outage: Outage = { level, startedAt, ...undeclared, findings: [] }
  return declareOutage({ ...machine, outage }, outage, seen, policy)
}

/** Declare an outage that is not declared yet, unless alerts are suppressed. */
function declareOutage(machine: Machine, outage: Outage, seen: Seen, policy: Policy): Settled {
  if (outage.isDeclared || !isDown(machine, outage.level)) return nothing(machine)
  if (policy.silence !== null) {
    const silenced = { ...machine, outage: { ...outage, wasSilenced: true } }
    return { machine: silenced, actions: [], decision: "silenced" }
  }
  const { level, startedAt } = outage
  const before = flapOf(machine, outage, seen, policy)
  if (before !== null) return reopen(machine, outage, before)
  return {
    machine: { ...machine, outage: { ...outage, isDeclared: true } },
    actions: [{ kind: "declare", level, startedAt }],
    decision: "declared",
  }
}

/**
 * The outage of that level that ended so recently that this one is the same. An outage declared only after a long
 * silence is new: nobody would be paged for a reopened one.
 */
function flapOf(
  { ended, endedBefore }: Machine,
  outage: Outage,
  seen: Seen,
  { flapWindowMinutes }: Policy,
): Ended | null {
  const { level, startedAt, wasSilenced } = outage
  const at = wasSilenced ? seen.startedAt : startedAt
  const windowMs = flapWindowMinutes * 60_000
  const isSoon = (one: Ended) => at.getTime() - one.recoveredAt.getTime() <= windowMs
  return [ended, endedBefore].find((one) => one?.level === level && isSoon(one)) ?? null
}

function reopen(machine: Machine, outage: Outage, before: Ended): Settled {
  const { incidentId, alertId } = before
  const others = (one: Ended | null) => (one === before ? null : one)
  const { ended, endedBefore } = machine
  return {
    machine: {
      ...machine,
      outage: { ...outage, isDeclared: true, incidentId, alertId },
      ended: others(ended),
      endedBefore: others(endedBefore),
    },
    actions: [{ kind: "reopen", startedAt: outage.startedAt, incidentId, alertId }],
    decision: "reopened",
  }
}

/** A good check declares nothing, even before enough of them have ended the outage. */
const isDown = ({ runs }: Machine, level: Outage["level"]): boolean =>
  (level === "offline" ? runs.offline.count : runs.bad.count) > 0

function worsen(machine: Machine, outage: Outage, seen: Seen, policy: Policy): Settled {
  if (!isDown(machine, "offline")) return nothing(machine)
  const startedAt = startOf(machine, "offline")
  const worse: Outage = { ...outage, level: "offline", startedAt }
  if (!outage.isDeclared) return declareOutage({ ...machine, outage: worse }, worse, seen, policy)
  if (policy.silence !== null) {
    // The low alert stays; the high one is declared if it is still down when the silence ends.
    const silenced = { ...machine, outage: { ...outage, wasSilenced: true } }
    return { machine: silenced, actions: [], decision: "silenced" }
  }
  const before = flapOf(machine, worse, seen, policy)
  if (before !== null) {
    const { incidentId, alertId } = outage
    const over: Action = { kind: "resolve", incidentId, alertId, isWorse: true }
    const again = reopen(machine, worse, before)
    return { ...again, actions: [over, ...again.actions] }
  }
  return {
    machine: { ...machine, outage: worse },
    actions: [{ kind: "worsen", startedAt, alertId: outage.alertId }],
    decision: "declared",
  }
}

/** It responds again but is degraded: the outage ends and a lesser one starts. */
function improve(machine: Machine, outage: Outage, seen: Seen, policy: Policy): Settled {
  const over = recover(machine, outage, seen)
  const lesser = begin(over.machine, "degraded", seen, policy)
  return {
    machine: lesser.machine,
    actions: [...over.actions, ...lesser.actions],
    decision: over.decision,
  }
}

function recover(machine: Machine, outage: Outage, seen: Seen): Settled {
  const { level, incidentId, alertId, isDeclared } = outage
  if (!isDeclared && incidentId === null) {
    return { machine: { ...machine, outage: null }, actions: [], decision: "recovered" }
  }
  const ended: Ended = { level, incidentId, alertId, recoveredAt: seen.startedAt }
  const isLesser = level === "degraded" && machine.ended?.level === "offline"
  const endedBefore = isLesser ? machine.ended : machine.endedBefore
  return {
    machine: { ...machine, outage: null, ended, endedBefore },
    actions: [{ kind: "resolve", incidentId, alertId, isWorse: false }],
    decision: "recovered",
  }
}

/** Degraded starts when it stopped being good, or when it began to respond again. */
function startOf({ runs }: Machine, level: Outage["level"]): Date {
  const { offline, bad, up } = runs
  const since = level === "offline" ? offline.since : latest(bad.since, up.since)
  if (since === null) throw new Error(`an outage of level ${level} without a run that proves it`)
  return since
}

const latest = (...dates: (Date | null)[]): Date | null =>
  dates.toSorted((a, b) => Number(b) - Number(a))[0] ?? null

/** A status holds from the first check of the run that confirmed it. */
function beganAt({ confirmed, runs }: Machine, { startedAt }: Seen): Date {
  const since = {
    offline: runs.offline.since,
    degraded: latest(runs.bad.since, runs.up.since),
    operational: runs.good.since,
    unknown: null,
  }[confirmed]
  return since ?? startedAt
}

function finish(
  before: Machine,
  machine: Machine,
  from: MonitorStatus,
  seen: Seen,
  policy: Policy,
  actions: Action[],
  decision: Decision | null,
  at: Date,
): Transition {
  const to = shown(machine)
  // After inconclusive checks the same status holds from the first conclusive check, not from its old run.
  const seenAgain = before.isBlind && machine.confirmed === before.confirmed
  const change = from === to ? null : { from, to, at: seenAgain ? seen.startedAt : at }
  const isNew = change !== null || actions.length > 0
  const decided = decision === "silenced" && !isNew ? null : decision
  const isAnnounced = isNew || decided !== null
  return {
    machine,
    status: to,
    change,
    actions,
    decision: isAnnounced ? (decided ?? "status_only") : null,
    steps: isAnnounced ? explain(machine, seen, policy, actions) : [],
  }
}
