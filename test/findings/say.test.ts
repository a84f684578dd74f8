import { expect, test } from "vitest"
import { asWritten, readFindings, writeFindings } from "../../src/findings/finding.ts"
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
  const findings = [asWritten("First."), asWritten("Second.")]
  expect(say(findings)).toBe("First. Second.")
  expect(sayInParts(findings)).toEqual([{ text: "First. Second.", isEvidence: false }])
})

test("findings are stored without what PostgreSQL rejects", () => {
  expect(writeFindings([])).toBeNull()
  const stored = writeFindings([asWritten("a\0b\uD800c")]) ?? ""
  expect(readFindings(JSON.parse(stored))).toEqual([asWritten("a\uFFFDb\uFFFDc")])
})

test("a stored sentence cannot pass for evidence", () => {
  expect(say([asWritten("a\uE0000\uE001b")])).toBe("a0b")
})
