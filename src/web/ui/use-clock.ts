import { useSyncExternalStore } from "react"

/** One timer for all relative times on the page. */
const tickMs = 5_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
    document.addEventListener("visibilitychange", tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener("visibilitychange", tick)
  }
}

/** The current time in milliseconds, updated every five seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
