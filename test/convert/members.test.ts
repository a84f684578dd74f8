import { expect, test } from "vitest"
import type { Table } from "../../src/convert/account.ts"
import type { ProviderName } from "../../src/convert/conversion.ts"
import { convert } from "../../src/convert/convert.ts"
import { describeResult, fixtures, readFixture } from "./fixtures.ts"
import { subjects, type Subject } from "./subjects.ts"

/** Each member of a table is set alone, and the conversion must behave as the table says. */

type Leaf = { path: string[]; fate: "carried" | "noted" | "ignored" }

const leaves = (table: Table, above: string[] = []): Leaf[] =>
  Object.entries(table).flatMap(([name, fate]): Leaf[] => {
    const path = [...above, name]
    if (typeof fate === "object" && "in" in fate) return leaves(fate.in, path)
    if (fate === "carried" || fate === "ignored") return [{ path, fate }]
    return [{ path, fate: "noted" }]
  })

type Members = Record<string, unknown>

/** Sets one more member at a path; lists on the way hold one object. */
function having(held: unknown, [name = "", ...rest]: string[], value: unknown): unknown {
  if (Array.isArray(held)) return held.map((one: unknown) => having(one, [name, ...rest], value))
  const members = (held ?? {}) as Members
  return { ...members, [name]: rest.length === 0 ? value : having(members[name], rest, value) }
}

const strange = "S3CR3T-strange"

/** The notes without the member, and with it. */
function changeOf({ provider, wrap, base, set }: Subject, { path }: Leaf) {
  const [value, beside = {}] = set[path.join(".")] ?? [strange]
  const plain = { ...base, ...beside }
  const say = (members: unknown): string => describeResult(converted(provider, wrap(members)))
  return { without: say(plain), with: say(having(plain, path, value)) }
}

const converted = (provider: ProviderName, value: unknown) =>
  convert(JSON.stringify(value), provider)

for (const subject of subjects) {
  const all = leaves(subject.table)

  const pathsWhere = (fits: (leaf: Leaf) => boolean): string[] =>
    all.flatMap((leaf) => (fits(leaf) ? [leaf.path.join(".")] : []))

  test(`${subject.name}: a member that matters changes the result or is noted`, () => {
    const silent = pathsWhere((leaf) => {
      const change = changeOf(subject, leaf)
      return leaf.fate !== "ignored" && change.with === change.without
    })
    expect(silent).toEqual([])
    const unknown = pathsWhere((leaf) =>
      changeOf(subject, leaf).with.includes("is unknown and was not imported"),
    )
    expect(unknown).toEqual([])
  })

  test(`${subject.name}: a member that does not matter changes nothing`, () => {
    const telling = pathsWhere((leaf) => {
      const change = changeOf(subject, leaf)
      return leaf.fate === "ignored" && change.with !== change.without
    })
    expect(telling).toEqual([])
  })

  test(`${subject.name}: every member set here is in its table, and unknown members are noted`, () => {
    const known = new Set(all.map(({ path }) => path.join(".")))
    expect(Object.keys(subject.set).filter((path) => !known.has(path))).toEqual([])
    const alone = converted(subject.provider, subject.wrap({ ...subject.base, unheardOf: 0 }))
    const notes = alone.notes.filter(({ detail }) =>
      detail.includes("is unknown and was not imported"),
    )
    expect(notes.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^The member "(.+\.)?unheardOf" /i),
    ])
  })
}

test("the fixtures contain only members that are in a table", () => {
  for (const name of Object.keys(fixtures)) {
    expect([name, describeResult(convert(readFixture(name), "auto"))]).toEqual([
      name,
      expect.not.stringContaining("is unknown and was not imported"),
    ])
  }
})
