import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { findMutants, plant } from "../../bench/mutants/find-mutants.ts"
import { isArgued, survivors } from "../../bench/mutants/survivors.ts"

const root = join(import.meta.dirname, "../..")

test("each mutant that may survive is in the source", () => {
  const gone = survivors.filter((one) => {
    const text = readFileSync(join(root, one.path), "utf8")
    const argued = findMutants(one.path, text).filter((mutant) => isArgued(mutant, text))
    return !argued.some(({ original }) => one.change.startsWith(original))
  })
  expect(gone).toEqual([])
})

test("each condition has its changes, and what runs once when its file is loaded has none", () => {
  const text = [
    "const once = [1, 2].filter((n) => n > 1)",
    "export const judge = (n: number, isOpen: boolean) => (n < 5 && isOpen ? once : [])",
    "export function act() {",
    "  requirePerson()",
    "}",
  ].join("\n")
  const found = findMutants("a.ts", text).toReversed()
  const changes = found.map(({ original, replacement }) => `${original} → ${replacement}`)
  expect(changes.toSorted()).toEqual([
    "isOpen → true",
    "n < 5 && isOpen → false",
    "n < 5 → n <= 5",
    "n < 5 → true",
    "requirePerson() → undefined",
  ])
  const planted = plant(
    text,
    found.map((one, id) => ({ ...one, id })),
  )
  expect(planted.match(/__mutants\.on\(\d\)/g)).toHaveLength(5)
})
