import { createStore } from "./store.ts"

/** A setting stored in this browser; without storage it lasts as long as the page. */
export function createChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
) {
  const { get, set, use } = createStore(read())

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
    get,
    use,
    set(value: Value): void {
      set(value)
      try {
        localStorage.setItem(key, value)
      } catch {
        // Storage is disabled.
      }
    },
  }
}
