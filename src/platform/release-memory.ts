import { setInterval } from "node:timers"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

const everyMs = 30_000
/** Share of a core. A collection takes some tenths of a second, which nobody should wait for. */
const mostBusy = 0.02
/** Empty share of the heap. */
const leastFree = 0.2

type Collect = (how: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void

/**
 * While nobody uses the process, return what its last work has left to the system: a start and each burst of work
 * enlarge the heap's young generation, which V8 hardly ever shrinks by itself.
 *
 * @returns stops it.
 */
export function startReleasing(intervalMs = everyMs): () => void {
  let usedUs = cpuUs()
  // What the last collection could not return: collecting again would not either. After the start there was none yet.
  let keptBytes = -Infinity
  const timer = setInterval(() => {
    const nowUs = cpuUs()
    const isIdle = nowUs - usedUs < mostBusy * intervalMs * 1000
    usedUs = nowUs
    const { heapTotal } = process.memoryUsage()
    if (isIdle && freeBytes() - keptBytes > leastFree * heapTotal) {
      // Other collections keep the empty pages for reuse.
      collector()({ type: "major", execution: "sync", flavor: "last-resort" })
      keptBytes = freeBytes()
    }
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Only new contexts have what a flag adds while the process runs; it collects for all. */
function collector(): Collect {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as Collect
}

function freeBytes(): number {
  const { heapTotal, heapUsed } = process.memoryUsage()
  return heapTotal - heapUsed
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
