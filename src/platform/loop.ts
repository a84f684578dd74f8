import type { Log } from "./log.ts"
import { noteShortage } from "./resources/shortage.ts"

export type Loop = {
  /** Runs again at once, or after the current round. Ignored during the delay after a failure. */
  nudge(): void
  /** Starts no further round; resolves when the current one is done. */
  stop(): Promise<void>
}

const firstPauseMs = 250
const longestPauseMs = 10_000

/**
 * Repeats a job every `everyMs`, or earlier when nudged. A failed round is retried with a delay that doubles up to
 * ten seconds. A series of failures is logged at its first and when it ends.
 */
export function startLoop(
  log: Log,
  name: string,
  everyMs: number,
  work: (isStopping: () => boolean) => Promise<void>,
): Loop {
  let isStopping = false
  let isNudged = false
  let failures = 0
  let wake: (() => void) | null = null

  async function round(): Promise<void> {
    isNudged = false
    try {
      await work(() => isStopping)
      if (failures > 0) log.info({ failures }, `${name}: recovered`)
      failures = 0
    } catch (error) {
      failures += 1
      noteShortage(error)
      if (failures === 1) log.error({ err: error }, `${name}: failed; retrying until it succeeds`)
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      await round()
      if (isStopping) return
      if (failures > 0) await pause(Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs))
      else if (!isNudged) await pause(everyMs)
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => wake?.(), ms)
      wake = () => {
        clearTimeout(timer)
        wake = null
        resolve()
      }
    })
  }

  const done = run()
  return {
    nudge() {
      isNudged = true
      if (failures === 0) wake?.()
    },
    async stop() {
      isStopping = true
      wake?.()
      await done
    },
  }
}
