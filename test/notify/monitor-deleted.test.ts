import { expect, test } from "vitest"
import { chatWordsOf } from "../../src/channels/chat-messages.ts"
import { letterOf } from "../../src/channels/mail/mail-layout.ts"
import { smsWordsOf } from "../../src/channels/twilio/sms-message.ts"
import { pushTextOf } from "../../src/channels/web-push/push-text.ts"
import { pageOf } from "../support/queue.ts"

const resolved = { event: "alert.resolved", state: "resolved" } as const

test("every channel says that the monitor was deleted, and promises nothing more", () => {
  const page = pageOf({ ...resolved, isMonitorDeleted: true })
  expect(letterOf(page)).toMatchObject({
    subject: "Monitor deleted: #1 Shop · Shop",
    standing: "Monitor deleted",
    paragraphs: [],
  })
  expect(smsWordsOf(page)).toBe("Monitor deleted: #1 Shop (Shop)")
  expect(chatWordsOf(page).paragraphs).toEqual(["Monitor deleted."])
  expect(pushTextOf(page, "http://localhost").body).toMatch(/^Monitor deleted\.\n/)
})

test("a target that recovered is still watched", () => {
  const again = "We will notify you if it fails again."
  const page = pageOf(resolved)
  expect(letterOf(page)).toMatchObject({ standing: "Recovered", paragraphs: [again] })
  expect(chatWordsOf(page).paragraphs).toEqual(["Recovered.", again])
})
