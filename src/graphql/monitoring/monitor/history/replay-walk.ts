import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import { markUnseen } from "../../check/rules/gap.ts"
import type { InRow } from "../../check/rules/check-result.ts"
import { forgetRuns, newMachine } from "../../check/rules/check-state.ts"
import { transition } from "../../check/rules/transition.ts"
import type { Action } from "../../check/rules/write-verdict.ts"
import { follow, isUnwatched, type Span } from "./monitor-spans.ts"

export type ReplayPolicy = { failureThreshold: number; recoveryThreshold: number }

/** A stored check, as far as the state machine needs it. */
export type ReplayCheck = {
  startedAt: Date
  status: MonitorStatus
  durationMs: number
  inRow: InRow | null
}

/** An outage that would have been declared. */
export type ReplayOutage = {
  level: "degraded" | "offline"
  startedAt: Date
  /** The end of the check that decided. */
  declaredAt: Date
  endedAt: Date | null
  /** From the first failed check to the declaration, in seconds. */
  detectionSeconds: number
  isFlapping: boolean
}

export type ReplayResult = {
  policy: ReplayPolicy
  outages: ReplayOutage[]
  /** The total, even if the list is truncated. */
  count: number
  /** Seconds with the status offline, back-dated as ever. */
  downtimeSeconds: number
  /** Null if nothing was declared. */
  meanDetectionSeconds: number | null
}

const mostOutages = 1000

/** Runs the live state machine over stored checks in chronological order. */
export function createWalk(policy: ReplayPolicy, spans: Span[], flapWindowMinutes: number) {
  const silenceAt = follow(spans.filter((span) => !isUnwatched(span)))
  const breaks = spans.filter(isUnwatched).toSorted((a, b) => b.from.getTime() - a.from.getTime())
  const outages: ReplayOutage[] = []
  const sum = { count: 0, detection: 0, downtime: 0 }
  let open: ReplayOutage | null = null
  /** The last that ended, by level. */
  const ended = new Map<ReplayOutage["level"], ReplayOutage>()
  let machine = newMachine()
  let offlineSince: Date | null = null

  function act(action: Action, { startedAt, durationMs }: ReplayCheck): void {
    if (open !== null && action.kind !== "declare") open.endedAt = startedAt
    if (open !== null) ended.set(open.level, open)
    open = null
    const again = machine.outage && ended.get(machine.outage.level)
    if (action.kind === "reopen" && again) {
      open = Object.assign(again, { endedAt: null, isFlapping: true })
    }
    if (action.kind !== "declare" && action.kind !== "worsen") return
    const level = action.kind === "declare" ? action.level : "offline"
    const declaredAt = new Date(startedAt.getTime() + durationMs)
    const detectionSeconds = (declaredAt.getTime() - action.startedAt.getTime()) / 1000
    const times = { startedAt: action.startedAt, declaredAt, endedAt: null, detectionSeconds }
    open = { level, ...times, isFlapping: false }
    sum.count += 1
    sum.detection += detectionSeconds
    if (outages.length < mostOutages) outages.push(open)
  }

  /** After a gap nothing is known to be down, and counts restart, as in live operation. */
  function passBreaks(startedAt: Date): void {
    for (let next = breaks.at(-1); next && next.from <= startedAt; next = breaks.at(-1)) {
      if (offlineSince !== null) sum.downtime += seconds(offlineSince, next.from)
      offlineSince = null
      machine = next.kind === "absent" ? markUnseen(machine) : forgetRuns(machine)
      breaks.pop()
    }
  }

  return {
    see(check: ReplayCheck): void {
      const { startedAt, status, inRow } = check
      passBreaks(startedAt)
      const silence = silenceAt(startedAt)?.kind ?? null
      const moved = transition(
        machine,
        { ...unsaid, startedAt, status, inRow },
        {
          ...policy,
          flapWindowMinutes,
          silence: silence === "paused" || silence === "absent" ? null : silence,
        },
      )
      machine = moved.machine
      for (const action of moved.actions) act(action, check)
      if (moved.change === null) return
      const { to, at } = moved.change
      if (offlineSince !== null) sum.downtime += seconds(offlineSince, at)
      offlineSince = to === "offline" ? at : null
    },
    /** The result; an outage that is still open lasts until `at`. */
    result(at: Date): ReplayResult {
      const more = offlineSince === null ? 0 : seconds(offlineSince, at)
      return {
        policy,
        outages,
        count: sum.count,
        downtimeSeconds: sum.downtime + more,
        meanDetectionSeconds: sum.count === 0 ? null : sum.detection / sum.count,
      }
    },
  }
}

/** Fields that only the text of a verdict needs. */
const unsaid = {
  findings: [],
  failureClass: null,
  address: null,
  attempts: 1,
  firstAttempt: null,
  egress: null,
}

const seconds = (from: Date, to: Date): number =>
  Math.max(0, (to.getTime() - from.getTime()) / 1000)
