import { asWritten } from "../../../src/findings/finding.ts"
import fc from "fast-check"
import { expect, test } from "vitest"
import { foldToGsm, segmentsOf } from "../../../src/channels/twilio/gsm.ts"
import { smsWordsOf } from "../../../src/channels/twilio/sms-message.ts"
import { callWordsOf } from "../../../src/channels/twilio/call-message.ts"
import { letterOf } from "../../../src/channels/mail/mail-layout.ts"
import { markupOf } from "../../../src/channels/mail/mail-markup.ts"
import { pushTextOf } from "../../../src/channels/web-push/push-text.ts"
import type { PageMessage } from "../../../src/channels/message.ts"

const acknowledgeUrl = `https://watch.example/acknowledge/${"a".repeat(43)}`
const page = (title: string, projectName: string): PageMessage => ({
  kind: "page",
  event: "alert.created",
  flap: null,
  alertId: "",
  number: 1234,
  title: asWritten(title),
  description: [],
  severity: "high",
  state: "triggered",
  by: null,
  isMonitorDeleted: false,
  projectName,
  startedAt: new Date(),
  url: "",
  reason: [],
  others: { listed: [], rest: 3 },
  acknowledgeUrl,
})

test("letters are replaced by those of the cheapest encoding; other scripts stay", () => {
  expect(foldToGsm("Łódź “shop” – café… naïve")).toBe('Lodz "shop" - café... naive')
  expect(foldToGsm("日本語")).toBe("日本語")
  expect(foldToGsm("Größe €5 [a]")).toBe("Größe €5 [a]")
})

test("the parts of an SMS are counted as carriers count them", () => {
  expect(segmentsOf("a".repeat(160))).toBe(1)
  expect(segmentsOf("a".repeat(161))).toBe(2)
  expect(segmentsOf("a".repeat(306))).toBe(2)
  expect(segmentsOf("a".repeat(307))).toBe(3)
  expect(segmentsOf("€".repeat(80))).toBe(1)
  expect(segmentsOf("€".repeat(81))).toBe(2)
  expect(segmentsOf("日".repeat(70))).toBe(1)
  expect(segmentsOf("日".repeat(71))).toBe(2)
})

test("whatever an alert is called, the SMS ends with the whole link and has at most two parts", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 200 }), (title, project) => {
      const text = smsWordsOf(page(title, project))
      expect(text.endsWith(`\nReply ACK 1234 or open ${acknowledgeUrl}`)).toBe(true)
      expect(segmentsOf(text)).toBeLessThanOrEqual(2)
      expect(text.startsWith("#1234")).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test("a person reads and hears pages in their language, names as they are", () => {
  const one = { ...page("Shop is offline", "Shop"), language: "de" } as const
  const text = smsWordsOf(one)
  expect(text).toBe(
    `#1234 Shop is offline und 3 weitere (Shop)\nAntwort ACK 1234 oder ${acknowledgeUrl}`,
  )
  expect(segmentsOf(text)).toBe(1)
  const call = callWordsOf(one, "https://watch.example/key")
  expect(call).toContain('<Say language="de-DE" voice="Polly.Vicki">Hier ist Watchkeeper. Alarm')
  expect(call).toContain("Drücken Sie die 4, um zu bestätigen.")
  expect(pushTextOf(one, "https://watch.example")).toMatchObject({
    title: "🔴 #1234 Shop is offline",
    body: "Noch nicht bestätigt.\nGleiche Ursache:\n• und 3 weitere\nShop · hohe Dringlichkeit",
    words: { acknowledge: "Bestätigen" },
  })
  const flap = {
    outages: 7,
    beganAt: new Date("2026-11-24T19:13Z"),
    until: new Date("2026-11-24T19:22Z"),
  }
  const over = {
    ...one,
    flap,
    event: "alert.flap_ended",
    state: "resolved",
    acknowledgeUrl: null,
  } as const
  const letter = letterOf(over)
  expect(letter).toMatchObject({
    language: "de",
    subject: "Entwarnung: #1234 Shop · Shop",
    standing: "Entwarnung",
    button: { label: "Alarm ansehen" },
    paragraphs: ["Seitdem stabil. 7 Ausfälle von 24.11.2026, 19:13 bis 19:22 UTC."],
  })
  expect(markupOf(letter)).toContain('<html lang="de"')
})

test("titles made from a monitor's name are translated, and titles that people wrote are not", () => {
  const listed = [
    { number: 7, title: { code: "monitor_degraded", parameters: { monitor: "API" } } as const },
    { number: 8, title: asWritten("Everything is down") },
  ]
  const one = {
    ...page("Shop is down", "Shop"),
    language: "de",
    others: { listed, rest: 0 },
  } as const
  const title = { code: "monitor_offline", parameters: { monitor: "No data" } } as const
  expect(letterOf({ ...one, title })).toMatchObject({
    headline: "#1234 No data ist ausgefallen",
    list: { lines: ["#7 API ist eingeschränkt", "#8 Everything is down"] },
  })
  expect(letterOf(one).headline).toBe("#1234 Shop is down")
})

test("in other scripts the text is truncated, never the link", () => {
  const text = smsWordsOf(page("ショップがオフラインです。".repeat(20), "店"))
  expect(text.endsWith(acknowledgeUrl)).toBe(true)
  expect(segmentsOf(text)).toBeLessThanOrEqual(3)
})
