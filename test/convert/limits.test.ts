import { expect, test } from "vitest"
import { ConvertError } from "../../src/convert/conversion.ts"
import { convert } from "../../src/convert/convert.ts"

/** Input that is too large, too deep or endless is refused with a message, and large exports are read in bounded time. */

const refusal = (text: string): string => {
  try {
    convert(text, "auto")
    return "was converted"
  } catch (error) {
    if (error instanceof ConvertError) return error.message
    throw error
  }
}

const levels = Array.from("abcdefghi").map((name, at, all) => {
  const below = all[at - 1] === undefined ? "x" : `*${all[at - 1]}`
  return `${name}: &${name} [${Array(9).fill(below).join(", ")}]`
})
const chain = Array.from({ length: 5000 }, (_, at) =>
  at === 0 ? "- &a0 [x]" : `- &a${at} [*a${at - 1}]`,
)
const deep = (count: number) => `${"[".repeat(count)}${"]".repeat(count)}`

test("aliases that expand to billions of values, are cyclic or nest without end are refused", () => {
  const wrong =
    "The export cannot be read as YAML: its aliases are circular or expand to too many values."
  expect(refusal(`${levels.join("\n")}\nendpoints: *i`)).toBe(wrong)
  expect(refusal("endpoints: &e\n  - name: a\n    self: *e")).toBe(wrong)
  expect(refusal(chain.join("\n"))).toBe(wrong)
  expect(refusal("endpoints:\n  - *nothing")).toContain("line 2, column")
})

test("input that is nested too deeply or is too large is refused before it is traversed", () => {
  const tooDeep = "The export is nested more than 100 levels deep."
  expect(refusal(`{"monitorList": ${deep(100_000)}}`)).toBe(tooDeep)
  expect(refusal(`endpoints: ${deep(100_000)}`)).toBe(tooDeep)
  const tooMany = "The export has more than 200,000 monitors. Split it and convert the parts."
  expect(refusal(`{"monitorList": [${"1,".repeat(200_000)}1]}`)).toBe(tooMany)
  expect(refusal('{"monitors": []}\n'.repeat(200_001))).toBe(tooMany)
  expect(refusal(`Type,Friendly Name,URL/IP\n${"HTTP,a,b\n".repeat(200_001)}`)).toBe(tooMany)
  expect(refusal(" ".repeat(32 * 1024 * 1024 + 1))).toContain("larger than 32 MiB")
})

test("megabytes of YAML with merges and a table with a broken row are read in seconds", () => {
  const merged = Array.from(
    { length: 20_000 },
    (_, at) => `  - <<: *d\n    name: a${at}\n    url: https://a${at}.example\n`,
  )
  const yaml = `x-d: &d { interval: 2m, conditions: ["[STATUS] == 200"] }\nendpoints:\n${merged.join("")}`
  const rows = Array.from({ length: 60_000 }, (_, at) => `HTTP,"a ${at}",https://a.example,60`)
  const csv = `Type,"Friendly Name",URL/IP,Interval\nHTTP,"broken" a,x,60\n${rows.join("\n")}`
  const startMs = performance.now()
  expect(convert(yaml, "auto").counts).toMatchObject({ entries: 20_000, dropped: 0 })
  expect(convert(csv, "auto").counts).toMatchObject({ entries: 60_000, dropped: 1 })
  // A generous limit for a busy machine: parsing each line with the table parser takes minutes.
  expect(performance.now() - startMs).toBeLessThan(30_000)
})
