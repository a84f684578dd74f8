import { newId } from "../../id.ts"
import type { Services } from "../../services.ts"
import { enqueue } from "../delivery/enqueue.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import type { VerdictStep } from "../verdict/steps.ts"
import { act } from "./act.ts"
import type { Ids } from "./act.ts"
import { lockStates } from "./lock-states.ts"
import type { Locked } from "./lock-states.ts"
import type { Machine } from "./machine.ts"
import type { CheckResult } from "./result.ts"
import { describeSilence } from "./silence.ts"
import { storeChecks, storeStates } from "./store.ts"
import type { Transition } from "./transition.ts"
import { transition } from "./transition.ts"

/**
 * Stores finished checks and everything that follows from them in one transaction. Storing a check twice
 * changes nothing; one older than what is known is stored but decides nothing. Checks of monitors that
 * were deleted or paused in the meantime are dropped.
 */
export async function recordChecks(services: Services, results: CheckResult[]): Promise<void> {
  if (results.length === 0) return
  await transact(services, async (tx) => {
    const states = await lockStates(tx, [...new Set(results.map((result) => result.monitorId))])
    const known = results.flatMap((result) => {
      const state = states.get(result.monitorId)
      return state === undefined ? [] : [{ result, state }]
    })
    for (const { result, state } of known.toSorted(byProjectAndTime)) {
      if (result.startedAt > (state.lastCheckAt ?? new Date(0))) await decide(tx, state, result)
    }
    await storeChecks(
      tx,
      known.map(({ result }) => result),
    )
    await storeStates(tx, [...states.values()])
    for (const { result, state } of known) {
      const { projectId, monitorId } = state
      const startedAt = result.startedAt.toISOString()
      tx.publish("check.recorded", { projectId, monitorId, startedAt })
    }
  })
}

type Known = { result: CheckResult; state: Locked }

/** Declaring locks a project's counters: taken in one order, two recorders cannot wait for each other. */
const byProjectAndTime = (a: Known, b: Known): number =>
  a.state.projectId < b.state.projectId
    ? -1
    : a.state.projectId > b.state.projectId
      ? 1
      : a.result.startedAt.getTime() - b.result.startedAt.getTime()

/** Moves the machine of one monitor by one result; `state` is changed in place. */
async function decide(tx: Transaction, state: Locked, result: CheckResult): Promise<void> {
  const moved = transition(state.machine, result, state)
  const ids = await act(tx, state, result, moved.actions)
  state.machine = withIds(moved.machine, ids)
  state.lastCheckAt = result.startedAt
  state.lastResult = result
  if (moved.change !== null) {
    state.status = moved.status
    state.statusSince = moved.change.at
  }
  if (moved.decision !== null) await tell(tx, state, result, moved, ids)
}

/** The step of the silence learns which window, mute or monitor it stands on. */
async function withSilence(tx: Transaction, state: Locked, steps: VerdictStep[]) {
  const silence = await describeSilence(tx, state)
  return steps.map((step) => (step.step === "silence" && silence ? { ...step, silence } : step))
}

/** The outage learns which incident and alert speak for it. */
const withIds = (machine: Machine, ids: Ids | null): Machine =>
  ids === null || machine.outage === null
    ? machine
    : { ...machine, outage: { ...machine.outage, ...ids } }

async function tell(
  tx: Transaction,
  state: Locked,
  result: CheckResult,
  { change, decision, steps, machine }: Transition,
  ids: Ids | null,
): Promise<void> {
  if (decision === null) return
  const { monitorId, projectId } = state
  const told = ids ?? machine.outage ?? machine.ended
  const verdict = await tx.db.verdict.create({
    data: {
      id: newId(),
      monitorId,
      decision,
      steps: state.silence === null ? steps : await withSilence(tx, state, steps),
      at: state.now,
      incidentId: told?.incidentId ?? null,
      alertId: told?.alertId ?? null,
    },
  })
  if (change === null) return
  const row = await tx.db.statusChange.create({
    data: {
      id: newId(),
      monitorId,
      ...change,
      decidedAt: state.now,
      reason: result.reason,
      verdictId: verdict.id,
    },
  })
  await enqueue(tx, {
    projectId,
    event: "monitor.status_changed",
    subjectId: monitorId,
    dedupeKey: `monitor.status_changed:${row.id}`,
    payload: {
      monitor: { id: monitorId, name: state.monitorName },
      from: change.from,
      to: change.to,
      at: change.at.toISOString(),
      reason: result.reason,
    },
  })
  tx.publish("monitor.status_changed", { projectId, monitorId, changeId: row.id })
}
