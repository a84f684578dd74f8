import { appendFileSync, readFileSync } from "node:fs"
import { afterAll, afterEach, beforeEach, expect } from "vitest"
import { mutantOf } from "./copies.ts"

/** Runs before each test file: makes the mutant of the copy the active one, or notes which mutants the file reaches. */

/** More than any test needs; a loop that lost its end throws instead of blocking the process. */
const mostUses = 1_000_000

const { testPath = "" } = expect.getState()
const active = mutantOf(testPath)
/** How many tests had started when a mutant was last reached. */
const reached = new Map<number, number>()
const held = { uses: 0, started: 0, hasFailed: false }

/** What the copy is about ends with this test; later ones do not reach its mutant. */
function readLast(): number {
  const lasts = JSON.parse(readFileSync(process.env["MUTANTS_LASTS"] ?? "", "utf8"))
  return (lasts as Record<string, number>)[testPath] ?? Infinity
}
const last = active === null ? Infinity : readLast()

Object.assign(globalThis, {
  __mutants: {
    on(id: number): boolean {
      if (active === null) reached.set(id, held.started)
      if (id !== active) return false
      held.uses += 1
      if (held.uses > mostUses) throw new Error("the mutant never ends")
      return true
    },
  },
})

beforeEach(({ skip }) => {
  held.started += 1
  if (held.hasFailed || held.started > last) skip()
})
if (active === null) {
  afterAll(() => {
    appendFileSync(
      process.env["MUTANTS_REACHED"] ?? "",
      `${JSON.stringify({ test: testPath, reached: [...reached] })}\n`,
    )
  })
} else {
  afterEach(({ task }) => {
    if (task.result?.state === "fail") held.hasFailed = true
  })
}
