import { expect, test } from "vitest"
import { createBurst, isBurst } from "../../src/probe/burst.ts"

test.each([
  [{ suspect: 9, ended: 9 }, false],
  [{ suspect: 10, ended: 10 }, true],
  [{ suspect: 10, ended: 49 }, true],
  [{ suspect: 10, ended: 50 }, false],
  [{ suspect: 600, ended: 3000 }, false],
  [{ suspect: 601, ended: 3000 }, true],
])("%o is a burst: %s", (moment, expected) => {
  expect(isBurst(moment)).toBe(expected)
})

test("counts what ended within the last second, and drops it afterwards", () => {
  const clock = { at: 0, monotonicMs: () => clock.at }
  const burst = createBurst(clock)
  for (let count = 0; count < 9; count += 1) burst.note(true)
  expect(burst.isOn()).toBe(false)
  clock.at = 950
  burst.note(true)
  expect(burst.isOn()).toBe(true)
  for (let count = 0; count < 40; count += 1) burst.note(false)
  expect(burst.isOn()).toBe(false)
  clock.at = 1500
  expect(burst.isOn()).toBe(false)
  for (let count = 0; count < 30; count += 1) burst.note(true)
  expect(burst.isOn()).toBe(true)
  clock.at = 2600
  expect(burst.isOn()).toBe(false)
})
