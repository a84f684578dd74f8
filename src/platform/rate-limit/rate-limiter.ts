import type { Clock } from "../clock.ts"

/** Points that a key may consume in a window, which starts with the first of them. */
export type Limit = { points: number; windowMs: number }

/** @template Wait milliseconds until the window ends if the key is over its limit, otherwise 0. */
export type RateLimiter<Wait = Promise<number>> = {
  /** Counts `points`, one by default, also beyond the limit. */
  consume(key: string, points?: number): Wait
}

export type LocalRateLimiter = RateLimiter<number> & {
  /** The wait, without counting. */
  read(key: string): number
}

/** Beyond this the oldest key is dropped, which grants it a fresh window. */
const maxKeys = 10_000

/**
 * Fixed-window rate limiter in this process's memory; see `createSharedRateLimiter` for all processes.
 * rate-limiter-flexible keeps unlimited keys, with a timer each, and relies on each process's clock.
 */
export function createRateLimiter(clock: Clock, { points, windowMs }: Limit): LocalRateLimiter {
  const windows = new Map<string, { endsAtMs: number; used: number }>()

  function begin(key: string, nowMs: number) {
    windows.delete(key)
    const oldest = windows.size >= maxKeys ? windows.keys().next().value : undefined
    if (oldest !== undefined) windows.delete(oldest)
    const window = { endsAtMs: nowMs + windowMs, used: 0 }
    windows.set(key, window)
    return window
  }

  return {
    consume(key, consumed = 1) {
      const nowMs = clock.monotonicMs()
      const known = windows.get(key)
      const window = known !== undefined && known.endsAtMs > nowMs ? known : begin(key, nowMs)
      window.used += consumed
      return window.used > points ? window.endsAtMs - nowMs : 0
    },
    read(key) {
      const window = windows.get(key)
      if (window === undefined || window.used <= points) return 0
      return Math.max(0, window.endsAtMs - clock.monotonicMs())
    },
  }
}
