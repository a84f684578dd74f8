/** How often those who hear nothing are asked whether they may still listen. */
const recheckMs = 3000

const listeners = new Set<() => void>()
let timer: NodeJS.Timeout | null = null

/** Calls all who listen in the same turn of the loop, so that what they ask for is asked together. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const listener of listeners) listener()
  }, recheckMs).unref()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}
