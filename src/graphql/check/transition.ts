import type { Decision, MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { VerdictStep } from "../verdict/steps.ts"
import type { Ended, Machine, Outage, Run } from "./machine.ts"
import type { Action, Policy, Seen } from "./verdict.ts"
import { explain } from "./verdict.ts"

/** Back down this soon after a recovery is the same incident, flapping. */
const flapWindowMs = 10 * 60_000

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
 * The state machine of a monitor: no clock, no database. `unknown` results move nothing but what is shown:
 * they neither count as failures nor end an outage.
 */
export function transition(before: Machine, seen: Seen, policy: Policy): Transition {
  const shownBefore = shown(before)
  // A fault of our own is none of the target's, whatever the check calls it.
  if (seen.status === "unknown" || seen.failureClass === "internal") {
    const machine = { ...before, isBlind: true }
    return finish(before, machine, shownBefore, seen, policy, [], null, seen.startedAt)
  }
  const runs = countRuns(before.runs, seen)
  const confirmed = confirm(before, runs, policy)
  const counted: Machine = { ...before, isBlind: false, isAbsent: false, runs, confirmed }
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

const shown = ({ confirmed, isBlind }: Machine): MonitorStatus => (isBlind ? "unknown" : confirmed)

function countRuns(runs: Machine["runs"], { status, startedAt }: Seen): Machine["runs"] {
  const next = (run: Run, isMember: boolean): Run =>
    isMember ? { count: run.count + 1, since: run.since ?? startedAt } : { count: 0, since: null }
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

/** Compares the confirmed status with the outage that is known, and says what follows. */
function settle(machine: Machine, seen: Seen, policy: Policy): Settled {
  const { confirmed, outage } = machine
  if (confirmed === "operational" || confirmed === "unknown") {
    return outage === null ? nothing(machine) : recover(machine, outage, seen)
  }
  if (outage === null) return begin(machine, confirmed, seen, policy)
  if (outage.level === confirmed) return speakUp(machine, outage, seen, policy)
  return confirmed === "offline"
    ? worsen(machine, outage, seen, policy)
    : improve(machine, outage, seen, policy)
}

type Settled = Pick<Transition, "machine" | "actions" | "decision">
const nothing = (machine: Machine): Settled => ({ machine, actions: [], decision: null })

function begin(machine: Machine, level: Outage["level"], seen: Seen, policy: Policy): Settled {
  const startedAt = startOf(machine, level)
  const untold = { isDeclared: false, wasSilenced: false, incidentId: null, alertId: null }
  const outage: Outage = { level, startedAt, ...untold }
  return speakUp({ ...machine, outage }, outage, seen, policy)
}

/** Declares an outage that nobody was told of yet, unless it is silenced. */
function speakUp(machine: Machine, outage: Outage, seen: Seen, { silence }: Policy): Settled {
  if (outage.isDeclared || !isDown(machine, outage.level)) return nothing(machine)
  if (silence !== null) {
    const silenced = { ...machine, outage: { ...outage, wasSilenced: true } }
    return { machine: silenced, actions: [], decision: "silenced" }
  }
  const { level, startedAt } = outage
  const before = flapOf(machine, outage, seen)
  if (before !== null) return reopen(machine, outage, before)
  return {
    machine: { ...machine, outage: { ...outage, isDeclared: true } },
    actions: [{ kind: "declare", level, startedAt }],
    decision: "declared",
  }
}

/**
 * The outage of that level that ended so shortly before that this one is the same. One that is told only after a
 * long silence is a new one: whoever was paged for the first would hear nothing of it.
 */
function flapOf({ ended, endedBefore }: Machine, outage: Outage, seen: Seen): Ended | null {
  const { level, startedAt, wasSilenced } = outage
  const at = wasSilenced ? seen.startedAt : startedAt
  const isSoon = (one: Ended) => at.getTime() - one.recoveredAt.getTime() <= flapWindowMs
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
    actions: [{ kind: "reopen", incidentId, alertId }],
    decision: "reopened",
  }
}

/** Nothing is declared by a check that was good, even before enough of them have ended the outage. */
const isDown = ({ runs }: Machine, level: Outage["level"]): boolean =>
  (level === "offline" ? runs.offline.count : runs.bad.count) > 0

function worsen(machine: Machine, outage: Outage, seen: Seen, policy: Policy): Settled {
  if (!isDown(machine, "offline")) return nothing(machine)
  const startedAt = startOf(machine, "offline")
  const worse: Outage = { ...outage, level: "offline", startedAt }
  if (!outage.isDeclared) return speakUp({ ...machine, outage: worse }, worse, seen, policy)
  if (policy.silence !== null) {
    // The low alert stays; the graver one is declared when the silence ends and it is still down.
    const silenced = { ...machine, outage: { ...outage, wasSilenced: true } }
    return { machine: silenced, actions: [], decision: "silenced" }
  }
  const before = flapOf(machine, worse, seen)
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

/** It answers again, but not well: the outage ends and a lesser one begins. */
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
  if (!isDeclared) {
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

/** Degraded begins where it stopped being fine, or where it began to answer again. */
function startOf({ runs }: Machine, level: Outage["level"]): Date {
  const { offline, bad, up } = runs
  const since = level === "offline" ? offline.since : latest(bad.since, up.since)
  if (since === null) throw new Error(`an outage of level ${level} without a run that proves it`)
  return since
}

const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one

/** A status is true from the first check of the run that proved it. */
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
  // After a blind spell the same status is true from the check that saw again, not from its old run.
  const seenAgain = before.isBlind && machine.confirmed === before.confirmed
  const change = from === to ? null : { from, to, at: seenAgain ? seen.startedAt : at }
  const isNew = change !== null || actions.length > 0
  const decided = decision === "silenced" && !isNew ? null : decision
  const isTold = isNew || decided !== null
  return {
    machine,
    status: to,
    change,
    actions,
    decision: isTold ? (decided ?? "status_only") : null,
    steps: isTold ? explain(machine, seen, policy, actions) : [],
  }
}
