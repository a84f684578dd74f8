import type { Log } from "../log.ts"

export type Loop = {
  /** Runs again at once, or as soon as the present round is done. Ignored while a failure is waited out. */
  nudge(): void
  /** Begins no further round; resolves when the present one is done. */
  stop(): Promise<void>
}

const firstPauseMs = 250
const longestPauseMs = 10_000

/**
 * Does the same work for ever: after `everyMs`, or earlier when nudged. A round that fails is tried again
 * after a pause that doubles up to ten seconds; a streak of failures is logged at its first and when it ends.
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
      if (failures > 0) log.info({ failures }, `${name}: works again`)
      failures = 0
    } catch (error) {
      failures += 1
      if (failures === 1)
        log.error({ err: error }, `${name}: failed; it is tried again until it works`)
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
