import { expect } from "vitest"

/** For what comes by itself, on a machine that may be busy. */
export function soon<T>(look: () => T) {
  return expect.poll(look, { timeout: 10_000 })
}
