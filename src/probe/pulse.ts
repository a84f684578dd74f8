import type { Clock } from "../clock.ts"
import { systemClock } from "../clock.ts"

const beatMs = 50
/** Held up by more than this, what was measured meanwhile says more of us than of the target. */
const heldUpMs = 200

export type Pulse = {
  now(): number
  /** Whether the process was held up since that `now()`: its loop blocked, itself stopped, the machine asleep. */
  wasHeldUpSince(moment: number): boolean
  /** To be called every 50 ms. */
  beat(): void
}

/**
 * Feels whether the process runs: a beat that comes late was held up. The wall clock is looked at, too, for the
 * monotonic one stands still while the machine sleeps; one that was only set forward costs a second look.
 */
export function createPulse(clock: Clock): Pulse {
  const read = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() })
  let last = read()
  let lastHeldUpAtMs = -Infinity

  function feel(): void {
    const now = read()
    const passedMs = Math.max(now.monotonicMs - last.monotonicMs, now.wallMs - last.wallMs)
    if (passedMs - beatMs > heldUpMs) lastHeldUpAtMs = now.monotonicMs
  }

  return {
    now: () => clock.monotonicMs(),
    // What ran late may ask before the late beat itself has come.
    wasHeldUpSince(moment) {
      feel()
      return lastHeldUpAtMs > moment
    },
    beat() {
      feel()
      last = read()
    },
  }
}

/** A process has one loop, and so one pulse; it beats from the first use on and keeps no process alive. */
let own: Pulse | null = null
export function ownPulse(): Pulse {
  if (own === null) {
    const pulse = createPulse(systemClock)
    setInterval(pulse.beat, beatMs).unref()
    own = pulse
  }
  return own
}
