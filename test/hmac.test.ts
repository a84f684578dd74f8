import { createHmac } from "node:crypto"
import fc from "fast-check"
import { expect, test } from "vitest"
import { createHmacOf } from "../src/platform/hmac.ts"

test("equals the standard HMAC for keys shorter and longer than a block", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ unit: "grapheme" }), (key, text) => {
      const expected = createHmac("sha256", key).update(text).digest("hex")
      expect(createHmacOf(key)(text).toString("hex")).toBe(expected)
    }),
  )
})
