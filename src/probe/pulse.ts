import { systemClock, type Clock } from "../platform/clock.ts"

const usualMs = 50
/** Delays shorter than the usual beat show only in quicker ones. */
const watchedMs = 10
/** A longer stall makes measurements say more about this process than about the target. */
const stallMs = 200
/** Timers of an idle process are up to this late. */
const toleranceMs = 5
/** Events that an attempt usually waits for: connections, handshakes, parts of responses. */
const usualEvents = 10
/** Covers two attempts of the longest timeout. */
const keepMs = 150_000

export type Pulse = {
  now(): number
  /** Whether the process stalled since that `now()`: event loop blocked, process stopped or machine asleep. */
  hasStalledSince(moment: number): boolean
  /** How much this process may have delayed an attempt, which waits for a few events, since that `now()`. */
  delaySince(moment: number): number
  /** Beat more often, until disposed. */
  watch(): Disposable
  /** To be called every `periodMs`. */
  beat(): void
  readonly periodMs: number
}

/**
 * Detect by late beats how much the process delays what it handles. The wall clock is compared too, because the
 * monotonic clock stops while the machine sleeps; a wall clock set forward costs only a repeated attempt.
 *
 * @param onWatch called when beats become due sooner.
 */
export function createPulse(clock: Clock, onWatch: () => void = () => undefined): Pulse {
  const read = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() })
  let last = read()
  let periodMs = usualMs
  let watchers = 0
  let lastStallAtMs = -Infinity
  /** Oldest first. */
  const late: { atMs: number; byMs: number }[] = []

  function lateness() {
    const now = read()
    const byMs = now.monotonicMs - last.monotonicMs - periodMs
    return { now, byMs, stalledMs: Math.max(byMs, now.wallMs - last.wallMs - periodMs) }
  }

  function beat(): void {
    const { now, byMs, stalledMs } = lateness()
    if (stalledMs > stallMs) lastStallAtMs = now.monotonicMs
    if (byMs > toleranceMs) {
      while ((late[0]?.atMs ?? Infinity) <= now.monotonicMs - keepMs) late.shift()
      late.push({ atMs: now.monotonicMs, byMs })
    }
    last = now
    periodMs = watchers > 0 ? watchedMs : usualMs
  }

  return {
    now: () => clock.monotonicMs(),
    // Callers may run before the late beat.
    hasStalledSince(moment) {
      const { now, stalledMs } = lateness()
      if (stalledMs > stallMs) lastStallAtMs = now.monotonicMs
      return lastStallAtMs > moment
    },
    delaySince(moment) {
      const { now, byMs } = lateness()
      const first = late.findLastIndex(({ atMs }) => atMs <= moment) + 1
      const delays = late.slice(first).map((one) => one.byMs)
      if (byMs > toleranceMs) delays.push(byMs)
      const lostMs = delays.reduce((sum, ms) => sum + ms, 0)
      const beats = Math.max(1, (now.monotonicMs - moment - lostMs) / periodMs)
      return Math.max(0, ...delays, (usualEvents * lostMs) / beats)
    },
    watch() {
      watchers += 1
      if (watchers === 1) {
        beat()
        onWatch()
      }
      return {
        [Symbol.dispose]() {
          watchers -= 1
        },
      }
    },
    beat,
    get periodMs() {
      return periodMs
    },
  }
}

/** One pulse per process; it starts on first use and does not keep the process alive. */
let own: Pulse | null = null
export function ownPulse(): Pulse {
  if (own === null) {
    let timer: NodeJS.Timeout | undefined
    const plan = () => {
      clearTimeout(timer)
      timer = setTimeout(tick, pulse.periodMs).unref()
    }
    const tick = () => {
      pulse.beat()
      plan()
    }
    const pulse = createPulse(systemClock, plan)
    plan()
    own = pulse
  }
  return own
}
