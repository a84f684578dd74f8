import type { Clock } from "../clock.ts"
import type { Target } from "../graphql/monitor/target.ts"
import { createHeap } from "./heap.ts"

type Entry = { target: Target; dueAtMs: number; isMadeUp: boolean }

/** A slot missed by more than this is left out: after a sleep of ours there is no burst of late checks. */
const lateMs = 5000

/** Begun in one tick: what fell due while we were held up, or was asked for, follows by and by, not in one burst. */
export const mostAtOnce = 20

/** A check stored this shortly before a slot, by a prober whose clock runs ahead, was that slot's. */
const sameSlotMs = 5000

/** A slot that was missed is made up for within this, where the monitor's next one is farther away. */
const makeUpMs = 60_000

export type Schedule = ReturnType<typeof createSchedule>

/**
 * When each monitor is due, in memory. Slots are spread over the interval by the monitor's number and tied to
 * the time of day only when they are first computed; from there they run on the monotonic clock, so that a
 * wall clock moved by hours moves nothing.
 */
export function createSchedule(clock: Clock, due: (target: Target) => void) {
  const entries = new Map<string, Entry>()
  const heap = createHeap<Entry>((entry) => entry.dueAtMs)

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

  /** Nobody waits a day for the next slot because we were away at the last one. */
  function planMissed(target: Target): void {
    const dueAtMs = nextSlot(target)
    const soonMs = clock.monotonicMs() + slotOffset(target.monitorSeq, makeUpMs)
    const isSooner = dueAtMs - soonMs > makeUpMs
    plan(target, isSooner ? soonMs : dueAtMs, isSooner)
  }

  /** The next slot that no other prober has served already. */
  function planFirst(target: Target, lastCheckAt: Date | null): void {
    const dueAtMs = nextSlot(target)
    const intervalMs = target.intervalSeconds * 1000
    const slotAtMs = clock.now().getTime() + dueAtMs - clock.monotonicMs()
    const aheadMs = slotAtMs - (lastCheckAt?.getTime() ?? slotAtMs - intervalMs) - sameSlotMs
    if (aheadMs < 0) plan(target, dueAtMs + intervalMs)
    else if (aheadMs > intervalMs) planMissed(target)
    else plan(target, dueAtMs)
  }

  return {
    /**
     * Adds or replaces; a change of anything but the interval keeps the slot. `lastCheckAt` is told for a
     * monitor that was taken over.
     */
    set(target: Target, lastCheckAt: Date | null = null): void {
      const known = entries.get(target.monitorId)
      if (known?.target.intervalSeconds === target.intervalSeconds) known.target = target
      else planFirst(target, lastCheckAt)
    },
    delete(monitorId: string): void {
      entries.delete(monitorId)
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
    /** Hands out what is due; answers the milliseconds until the next is (at most `atMostMs`). */
    tick(atMostMs: number): number {
      const nowMs = clock.monotonicMs()
      let left = mostAtOnce
      for (let entry = heap.peek(); entry && entry.dueAtMs <= nowMs; entry = heap.peek()) {
        if (left === 0) return 0
        heap.pop()
        // An entry that was replaced or deleted stays in the heap until its time and is dropped here.
        if (entries.get(entry.target.monitorId) !== entry) continue
        if (nowMs - entry.dueAtMs > lateMs) {
          planMissed(entry.target)
          continue
        }
        plan(entry.target, entry.isMadeUp ? nextSlot(entry.target) : following(entry, nowMs))
        left -= 1
        due(entry.target)
      }
      const next = heap.peek()
      return next === undefined ? atMostMs : Math.min(atMostMs, Math.max(0, next.dueAtMs - nowMs))
    },
  }
}

function following({ target, dueAtMs }: Entry, nowMs: number): number {
  const intervalMs = target.intervalSeconds * 1000
  return dueAtMs + intervalMs > nowMs ? dueAtMs + intervalMs : nowMs + intervalMs
}

/** Fibonacci hashing: neighbours in number lie far apart in the interval. */
export const slotOffset = (seq: number, intervalMs: number): number =>
  Math.floor(((Math.imul(seq, 0x9e37_79b1) >>> 0) / 2 ** 32) * intervalMs)

const positiveModulo = (value: number, by: number): number => ((value % by) + by) % by
