import { useSyncExternalStore } from "react"

/** A value outside of React. Components that use it render again when it is set. */
export function createStore<Value>(first: Value) {
  let current = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = (): Value => current
  return {
    get,
    set(next: Value): void {
      current = next
      for (const listener of listeners) listener()
    },
    use: (): Value => useSyncExternalStore(subscribe, get),
  }
}
