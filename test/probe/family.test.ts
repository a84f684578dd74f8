import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { failed, nothingSeen } from "../../src/probe/observation.ts"
import { familyOf } from "../../src/probe/family.ts"

const over = (peers: string[]) => failed("no_route", [asWritten("no way")], {}, { peers })
const four = "192.0.2.7"
const six = "2001:db8::7"
test("an attempt's family is that of the address it reached, or of those it tried in vain", () => {
  expect(familyOf({ ...nothingSeen, address: "192.0.2.7" })).toBe(4)
  expect(familyOf({ ...nothingSeen, address: "2001:db8::7" })).toBe(6)
  expect(familyOf(nothingSeen)).toBe(null)
  const vain = failed("no_route", [asWritten("no way")])
  expect(familyOf(vain)).toBe(null)
  expect(familyOf(over([six, six]))).toBe(6)
  expect(familyOf(over([four, six]))).toBe(null)
})
