import { expect, test } from "vitest"
import { asWritten, readFindings, writeFindings, type Finding } from "../../src/findings/finding.ts"
import { say, sayInParts } from "../../src/findings/say.ts"

test("a row from before shows the sentence that it was stored with", () => {
  expect(say(readFindings(null, "Connection lost."))).toBe("Connection lost.")
  expect(readFindings(null, null)).toEqual([])
  expect(readFindings([asWritten("Connection lost.")], "old")).toEqual([
    asWritten("Connection lost."),
  ])
})

test("a code that only a newer version knows does not fail its reader", () => {
  const read = readFindings([{ code: "from_tomorrow", parameters: { count: 3 } }])
  expect(say(read)).toBe('This version has no words for "from_tomorrow".')
  expect(() => readFindings("text")).toThrow("expected array")
})

test("findings are one text, in pieces or whole", () => {
  const findings: Finding[] = [asWritten("First."), { code: "recovered", parameters: {} }]
  expect(say(findings)).toBe("First. Recovered.")
  expect(sayInParts(findings)).toEqual([
    { text: "First.", isEvidence: true },
    { text: " Recovered.", isEvidence: false },
  ])
})

test("findings are stored without what PostgreSQL rejects", () => {
  expect(writeFindings([])).toBeNull()
  const stored = writeFindings([asWritten("a\0b\uD800c")]) ?? ""
  expect(readFindings(JSON.parse(stored))).toEqual([asWritten("a\uFFFDb\uFFFDc")])
})

test("a sentence from before is verbatim in every language, whatever is in it", () => {
  for (const text of ["Got 500, expected 200–299.", "a\uE0000\uE001b", "No data"]) {
    expect(say([asWritten(text)], "de")).toBe(text)
    expect(sayInParts([asWritten(text)], "de")).toEqual([{ text, isEvidence: true }])
  }
})
