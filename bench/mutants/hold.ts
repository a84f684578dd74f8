import { appendFileSync } from "node:fs"
import { afterAll, afterEach, beforeEach, expect } from "vitest"
import { mutantOf, originalOf } from "./copies.ts"

/** Runs before each test file: makes the mutant of the copy the active one, or notes which mutants the file reaches. */

/** More than any test needs; a loop that lost its end throws instead of blocking the process. */
const mostUses = 1_000_000

const { testPath = "" } = expect.getState()
const active = mutantOf(testPath)
const reached = new Set<number>()
const held = { uses: 0, hasFailed: false }

Object.assign(globalThis, {
  __mutants: {
    on(id: number): boolean {
      if (active === null) reached.add(id)
      if (id !== active) return false
      held.uses += 1
      if (held.uses > mostUses) throw new Error("the mutant never ends")
      return true
    },
  },
})

if (active === null) {
  afterAll(() => {
    const line = JSON.stringify({ test: originalOf(testPath), reached: [...reached] })
    appendFileSync(process.env["MUTANTS_REACHED"] ?? "", `${line}\n`)
  })
} else {
  beforeEach(({ skip }) => {
    if (held.hasFailed) skip()
  })
  afterEach(({ task }) => {
    if (task.result?.state === "fail") held.hasFailed = true
  })
}
