import { setInterval } from "node:timers"

const everyMs = 30_000
/** Share of a core. A collection takes some tenths of a second, which nobody should wait for. */
const mostBusy = 0.02
const leastFreeBytes = 40_000_000

/**
 * While nobody uses the process, return what its last work has left to the system: a start and each burst of requests
 * enlarge the heap's young generation, which V8 hardly ever shrinks by itself. Needs `--expose-gc`.
 *
 * @returns stops it.
 */
export function startReleasing(intervalMs = everyMs): () => void {
  let usedUs = cpuUs()
  // What the last collection could not return: collecting again would not either.
  let keptBytes = 0
  const timer = setInterval(() => {
    const nowUs = cpuUs()
    const isIdle = nowUs - usedUs < mostBusy * intervalMs * 1000
    usedUs = nowUs
    if (isIdle && freeBytes() - keptBytes > leastFreeBytes) {
      // Other collections keep the empty pages for reuse.
      globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
      keptBytes = freeBytes()
    }
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

function freeBytes(): number {
  const { heapTotal, heapUsed } = process.memoryUsage()
  return heapTotal - heapUsed
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
