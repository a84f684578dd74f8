import { useSyncExternalStore } from "react"

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A setting stored in this browser; without storage it lasts as long as the page. */
export function createChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
) {
  let current = read()

  function read(): Value {
    try {
      const stored = localStorage.getItem(key)
      return values.find((value) => value === stored) ?? values[0]
    } catch {
      // Storage is disabled.
      return values[0]
    }
  }
  return {
    get: (): Value => current,
    set(value: Value): void {
      current = value
      try {
        localStorage.setItem(key, value)
      } catch {
        // Storage is disabled.
      }
      for (const listener of listeners) listener()
    },
    use: (): Value => useSyncExternalStore(subscribe, () => current),
  }
}
