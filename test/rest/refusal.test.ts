import { expect, test } from "vitest"
import type { ProblemCode } from "../../src/http/problems.ts"
import { Refusal } from "../../src/http/refusal.ts"

const headersOf = (code: ProblemCode) => new Refusal(code, "No.").headers

test("no status is sent without its required headers, and a known waiting time is used", () => {
  expect(headersOf("unauthorized")).toEqual({ "www-authenticate": "Bearer" })
  expect(headersOf("unavailable")).toEqual({ "retry-after": "5" })
  expect(headersOf("rate_limited")).toEqual({ "retry-after": "5" })
  expect(headersOf("not_found")).toEqual({})
  expect(new Refusal("rate_limited", "No.", { "retry-after": "41" }).headers).toEqual({
    "retry-after": "41",
  })
})
