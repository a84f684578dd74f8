/** How often idle subscriptions check that they are still authorized. */
const recheckMs = 3000

const listeners = new Set<() => void>()
let timer: NodeJS.Timeout | null = null

/** Calls all listeners in the same tick, so that their queries are batched. */
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
