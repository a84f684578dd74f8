import { expect, test } from "vitest"
import type { ClaimedMessage } from "../../../src/notify/message/claim-messages.ts"
import { messageSlots } from "../../../src/notify/message/message-queue.ts"

const held = (id: string, kind: string, channelId: string | null): ClaimedMessage => ({
  id,
  token: "",
  event: "alert.created",
  kind,
  pageId: null,
  channelId,
  tries: 0,
  payload: {},
})

test("a delivery frees waiting ones only if its target, kind or the pool is full", () => {
  const slots = messageSlots()
  const [first, second, other] = [
    held("1", "sms", "a"),
    held("2", "sms", "a"),
    held("3", "sms", "b"),
  ]
  for (const one of [first, second, other]) slots.take(one)
  expect([first, second, other].map(slots.isCrowded)).toEqual([true, true, false])
  slots.release(first)
  expect(slots.isCrowded(second)).toBe(false)
  const mails = Array.from({ length: 64 }, (_, at) => held(`m${at}`, "email", `m${at}`))
  for (const one of mails) slots.take(one)
  expect(mails.every(slots.isCrowded)).toBe(true)
  expect(slots.isCrowded(other)).toBe(false)
  expect(slots.of("all")).toEqual({ free: 190, busy: { sms: 2, email: 64 } })
  for (const one of [second, other, ...mails]) slots.release(one)
  expect(slots.of("all")).toEqual({ free: 256, busy: {} })
})

test("accounts and sealed mails count as one target of their kind", () => {
  const slots = messageSlots()
  const [one, two] = [held("1", "account", null), held("2", "account", null)]
  slots.take(one)
  slots.take(two)
  expect(slots.isCrowded(one)).toBe(true)
})
