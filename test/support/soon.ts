import { expect } from "vitest"

/** Waits for a condition, as long as Vitest's settings say. */
export function soon<T>(look: () => T) {
  return expect.poll(look)
}
