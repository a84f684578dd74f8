import { useSyncExternalStore } from "react"

/** The current time in milliseconds for all of the page, from one timer that runs while somebody looks at it. */
function createClock(tickMs: number) {
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
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
  return () => useSyncExternalStore(subscribe, () => now)
}

/** Updated every five seconds. */
export const useNow = createClock(5_000)

/** Updated every second; for a countdown. */
export const useSecond = createClock(1_000)
