import { expect } from "vitest"

/** Waits for a condition, with time for a busy machine. */
export function soon<T>(look: () => T) {
  return expect.poll(look, { timeout: 30_000 })
}
