import type { Clock } from "../platform/clock.ts"
import { systemClock } from "../platform/clock.ts"

const beatMs = 50
/** A longer stall makes measurements say more about this process than about the target. */
const stallMs = 200

export type Pulse = {
  now(): number
  /** Whether the process stalled since that `now()`: event loop blocked, process stopped or machine asleep. */
  hasStalledSince(moment: number): boolean
  /** To be called every 50 ms. */
  beat(): void
}

/**
 * Detect stalls of the process by late beats. The wall clock is compared too, because the monotonic clock stops
 * while the machine sleeps; a wall clock set forward costs only a repeated attempt.
 */
export function createPulse(clock: Clock): Pulse {
  const read = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() })
  let last = read()
  let lastStallAtMs = -Infinity

  function update(): void {
    const now = read()
    const passedMs = Math.max(now.monotonicMs - last.monotonicMs, now.wallMs - last.wallMs)
    if (passedMs - beatMs > stallMs) lastStallAtMs = now.monotonicMs
  }

  return {
    now: () => clock.monotonicMs(),
    // Callers may run before the late beat.
    hasStalledSince(moment) {
      update()
      return lastStallAtMs > moment
    },
    beat() {
      update()
      last = read()
    },
  }
}

/** One pulse per process; it starts on first use and does not keep the process alive. */
let own: Pulse | null = null
export function ownPulse(): Pulse {
  if (own === null) {
    const pulse = createPulse(systemClock)
    setInterval(pulse.beat, beatMs).unref()
    own = pulse
  }
  return own
}
