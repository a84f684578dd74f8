import { expect, test } from "vitest"
import type { Held } from "../../../src/notify/lane/claim.ts"
import { createHands, ofKind } from "../../../src/notify/lane/hands.ts"

const held = (id: string, kind: string, channelId: string | null): Held => ({
  id,
  token: "",
  event: "alert.created",
  kind,
  pageId: null,
  channelId,
  tries: 0,
  payload: {},
})

test("a delivery frees what others wait for only where its address, its kind or all hands are full", () => {
  const hands = createHands()
  const [first, second, other] = [
    held("1", "sms", "a"),
    held("2", "sms", "a"),
    held("3", "sms", "b"),
  ]
  for (const one of [first, second, other]) hands.take(one)
  expect([first, second, other].map(hands.isCrowded)).toEqual([true, true, false])
  hands.free(first)
  expect(hands.isCrowded(second)).toBe(false)
  const mails = Array.from({ length: ofKind }, (_, at) => held(`m${at}`, "email", `m${at}`))
  for (const one of mails) hands.take(one)
  expect(mails.every(hands.isCrowded)).toBe(true)
  expect(hands.isCrowded(other)).toBe(false)
  expect(hands.room()).toEqual({ all: 190, kinds: { sms: 62, email: 0 } })
  for (const one of [second, other, ...mails]) hands.free(one)
  expect(hands.room()).toEqual({ all: 256, kinds: {} })
})

test("accounts and sealed mails, whose addresses are not known here, count as one address of their kind", () => {
  const hands = createHands()
  const [one, two] = [held("1", "account", null), held("2", "account", null)]
  hands.take(one)
  hands.take(two)
  expect(hands.isCrowded(one)).toBe(true)
})
