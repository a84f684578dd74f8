import { expect, test } from "vitest"
import { Refusal } from "../../src/rest/refusal.ts"

test("no code goes out without the headers that make it whole, and a wait that is known better counts", () => {
  const headersOf = (code: "unauthorized" | "unavailable" | "rate_limited" | "not_found") =>
    new Refusal(code, "No.").headers
  expect(headersOf("unauthorized")).toEqual({ "www-authenticate": "Bearer" })
  expect(headersOf("unavailable")).toEqual({ "retry-after": "5" })
  expect(headersOf("rate_limited")).toEqual({ "retry-after": "5" })
  expect(headersOf("not_found")).toEqual({})
  expect(new Refusal("rate_limited", "No.", { "retry-after": "41" }).headers).toEqual({
    "retry-after": "41",
  })
})
