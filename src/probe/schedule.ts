import type { Clock } from "../platform/clock.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { createHeap } from "./heap.ts"

type Entry = { target: Target; dueAtMs: number; isMadeUp: boolean }
/** A check besides the slots. */
type Moment = { monitorId: string; dueAtMs: number }

/** A slot missed by more than this is skipped, so that a suspended process does not resume with a burst. */
const lateMs = 5000

/** Most checks started in one tick: overdue and requested checks are spread out instead of started in one burst. */
export const mostAtOnce = 20

/** A check stored this shortly before a slot, by a prober whose clock is ahead, belongs to that slot. */
const sameSlotMs = 5000

/** A missed slot is made up within this, if the monitor's next slot is further away. */
const makeUpMs = 60_000

/** The same for a slot that fell due while a monitor was handed over from one prober to another. */
const handOverMs = 10_000
/** Longest handover: a lease and the time between two polls. */
const unheldMs = 30_000

/** What is known of a monitor that this process did not check before. */
export type Past = {
  lastCheckAt?: Date | undefined
  /** When the last prober released it, if it did. */
  releasedAt?: Date | undefined
}

export type Schedule = ReturnType<typeof createSchedule>

/**
 * In-memory schedule of when each monitor is due. Slots are spread over the interval by the monitor's number and
 * tied to the time of day only when first computed; after that they follow the monotonic clock, so that a change
 * of the wall clock moves nothing.
 *
 * @param due returns whether the slot is served; false if the monitor is another prober's by now.
 * @param nextMoment when to check a monitor besides its slots, by the same clock; null once that is due, or never.
 */
export function createSchedule(
  clock: Clock,
  due: (target: Target) => boolean,
  nextMoment: (target: Target) => Date | null = () => null,
) {
  const entries = new Map<string, Entry>()
  /** Slots this process served, by the wall clock: their results may not be stored yet. */
  const served = new Map<string, number>()
  const heap = createHeap<Entry>((entry) => entry.dueAtMs)
  const moments = new Map<string, Moment>()
  const momentHeap = createHeap<Moment>((moment) => moment.dueAtMs)

  function plan(target: Target, dueAtMs: number, isMadeUp = false): void {
    const entry = { target, dueAtMs, isMadeUp }
    entries.set(target.monitorId, entry)
    heap.push(entry)
  }

  function nextSlot(target: Target): number {
    const intervalMs = target.intervalSeconds * 1000
    const offset = slotOffset(target.monitorSeq, intervalMs)
    const sinceSlot = positiveModulo(clock.now().getTime() - offset, intervalMs)
    return clock.monotonicMs() + intervalMs - sinceSlot
  }

  /** Schedule a make-up check if the next slot is far away. */
  function planMissed(target: Target, withinMs: number): void {
    const dueAtMs = nextSlot(target)
    const soonMs = clock.monotonicMs() + slotOffset(target.monitorSeq, withinMs)
    const isSooner = dueAtMs - soonMs > withinMs
    plan(target, isSooner ? soonMs : dueAtMs, isSooner)
  }

  /** The next slot that no other prober has served, or the last one if none has. */
  function planFirst(target: Target, { lastCheckAt, releasedAt }: Past): void {
    const dueAtMs = nextSlot(target)
    const intervalMs = target.intervalSeconds * 1000
    const slotAtMs = clock.now().getTime() + dueAtMs - clock.monotonicMs()
    const lastAtMs = Math.max(
      lastCheckAt?.getTime() ?? -Infinity,
      served.get(target.monitorId) ?? -Infinity,
    )
    const aheadMs = lastAtMs === -Infinity ? 0 : slotAtMs - lastAtMs - sameSlotMs
    const sinceSlotMs = clock.monotonicMs() + intervalMs - dueAtMs
    const isHandedOver = aheadMs <= 2 * intervalMs && sinceSlotMs < unheldMs
    if (aheadMs < 0) plan(target, dueAtMs + intervalMs)
    else if (aheadMs <= intervalMs) plan(target, dueAtMs)
    else if (isSince(slotAtMs - intervalMs, releasedAt)) plan(target, clock.monotonicMs(), true)
    else planMissed(target, isHandedOver ? handOverMs : makeUpMs)
  }

  /** Whether a slot fell due while a prober handed the monitor over: few did, so they are checked at once. */
  function isSince(slotAtMs: number, releasedAt: Date | undefined): boolean {
    if (releasedAt === undefined) return false
    const sinceMs = clock.now().getTime() - releasedAt.getTime()
    return sinceMs < handOverMs && slotAtMs > releasedAt.getTime() - sameSlotMs
  }

  /** One for each monitor, which is corrected when it comes. */
  function planMoment(target: Target): void {
    const at = nextMoment(target)
    if (at === null) return
    const { monitorId } = target
    const dueAtMs = clock.monotonicMs() + at.getTime() - clock.now().getTime()
    if ((moments.get(monitorId)?.dueAtMs ?? Infinity) <= dueAtMs) return
    const moment = { monitorId, dueAtMs }
    moments.set(monitorId, moment)
    momentHeap.push(moment)
  }

  /** Start the checks whose moment has come. @returns milliseconds until the next. */
  function tickMoments(): number {
    const nowMs = clock.monotonicMs()
    for (let moment = momentHeap.peek(); moment && moment.dueAtMs <= nowMs;) {
      momentHeap.pop()
      const target = entries.get(moment.monitorId)?.target
      const isLast = moments.get(moment.monitorId) === moment
      if (isLast) moments.delete(moment.monitorId)
      if (isLast && target !== undefined) {
        if (nextMoment(target) === null) due(target)
        else planMoment(target)
      }
      moment = momentHeap.peek()
    }
    return (momentHeap.peek()?.dueAtMs ?? Infinity) - nowMs
  }

  return {
    /** Add or replace a target; only a new interval changes the slot. `past`: of one taken over from another prober. */
    set(target: Target, past: Past = {}): void {
      const known = entries.get(target.monitorId)
      if (known?.target.intervalSeconds === target.intervalSeconds) known.target = target
      else planFirst(target, past)
      planMoment(target)
    },
    delete(monitorId: string): void {
      entries.delete(monitorId)
      served.delete(monitorId)
    },
    retain(keep: (target: Target) => boolean): void {
      for (const { target } of entries.values()) {
        if (!keep(target)) entries.delete(target.monitorId)
      }
    },
    get: (monitorId: string): Target | undefined => entries.get(monitorId)?.target,
    get size(): number {
      return entries.size
    },
    /** Start what is due. @returns milliseconds until the next is due, at most `atMostMs`. */
    tick(atMostMs: number): number {
      const nowMs = clock.monotonicMs()
      let left = mostAtOnce
      for (let entry = heap.peek(); entry && entry.dueAtMs <= nowMs; entry = heap.peek()) {
        if (left === 0) return 0
        heap.pop()
        // Replaced and deleted entries stay in the heap until due and are dropped here.
        if (entries.get(entry.target.monitorId) !== entry) continue
        if (nowMs - entry.dueAtMs > lateMs) {
          planMissed(entry.target, makeUpMs)
          continue
        }
        plan(entry.target, entry.isMadeUp ? nextSlot(entry.target) : following(entry, nowMs))
        left -= 1
        if (due(entry.target)) served.set(entry.target.monitorId, clock.now().getTime())
      }
      const nextMs = Math.min(tickMoments(), (heap.peek()?.dueAtMs ?? Infinity) - nowMs)
      return Math.min(atMostMs, Math.max(0, nextMs))
    },
  }
}

function following({ target, dueAtMs }: Entry, nowMs: number): number {
  const intervalMs = target.intervalSeconds * 1000
  return dueAtMs + intervalMs > nowMs ? dueAtMs + intervalMs : nowMs + intervalMs
}

/** Fibonacci hashing: consecutive numbers land far apart in the interval. */
export const slotOffset = (seq: number, intervalMs: number): number =>
  Math.floor(((Math.imul(seq, 0x9e37_79b1) >>> 0) / 2 ** 32) * intervalMs)

const positiveModulo = (value: number, by: number): number => ((value % by) + by) % by
