import { asWritten } from "../../../src/findings/finding.ts"
import { Writable } from "node:stream"
import fc from "fast-check"
import { expect, test } from "vitest"
import { discordMessageOf } from "../../../src/channels/discord/discord-message.ts"
import { letterOf } from "../../../src/channels/mail/mail-layout.ts"
import { markupOf } from "../../../src/channels/mail/mail-markup.ts"
import { textOf } from "../../../src/channels/mail/mail-text.ts"
import type { Message } from "../../../src/channels/message.ts"
import { slackMessageOf } from "../../../src/channels/slack/slack-blocks.ts"
import { callWordsOf } from "../../../src/channels/twilio/call-message.ts"
import { segmentsOf } from "../../../src/channels/twilio/gsm.ts"
import { smsWordsOf } from "../../../src/channels/twilio/sms-message.ts"
import { pushTextOf } from "../../../src/channels/web-push/push-text.ts"
import { counted } from "../../../src/platform/counted.ts"
import { createLog } from "../../../src/platform/log.ts"
import { isolated } from "../../../src/platform/shown-text.ts"
import { writeLabels } from "../../../src/pages/exposition.ts"
import { page } from "../../support/chat.ts"
import { readXml } from "../../support/xml.ts"

const base = "https://watch.example"
const keyUrl = `${base}/hooks/twilio/key/01890000-0000-7000-8000-000000000001`

/** A message as each channel would send it. */
const sent: Record<string, (message: Message) => string> = {
  subject: (message) => letterOf(message).subject,
  "text of a mail": (message) => textOf(letterOf(message)),
  "markup of a mail": (message) => markupOf(letterOf(message)),
  sms: smsWordsOf,
  call: (message) => callWordsOf(message, keyUrl),
  slack: (message) => strings(slackMessageOf(message, { isApp: true })),
  discord: (message) => strings(discordMessageOf(message, { isApp: true })),
  push: (message) => strings(pushTextOf(message, base)),
}

const strings = (value: unknown): string =>
  typeof value === "string"
    ? value
    : typeof value === "object" && value !== null
      ? Object.values(value)
          .map((one) => strings(one))
          .join("\n")
      : ""

const evil = "\u202eShop\u2066\u0000\u0007\u001b[31m\u009b2J\r\n\u2028end\u2069\u206e"
/** Characters that act on a terminal, a header or the order of the text around them. */
const acting = /(?![\n])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066\u2067\u206a-\u206f]/u

const hostile: Message[] = [
  page({
    title: asWritten(evil),
    description: [asWritten(evil)],
    reason: [asWritten(evil)],
    by: evil,
    projectName: evil,
    others: { listed: [{ number: 1, title: asWritten(evil) }], rest: 1 },
  }),
  page({ title: asWritten(evil), by: evil, state: "resolved", acknowledgeUrl: null }),
  { kind: "test", channel: evil, owner: evil },
  { kind: "code", code: "123456", expiresAt: new Date(), owner: evil, verifyUrl: null },
  {
    kind: "notice",
    subject: evil,
    paragraphs: [evil],
    link: { label: evil, url: base },
    unsubscribeUrl: null,
    table: { columns: [evil], rows: [[evil]], note: evil },
  },
]

test.each(Object.entries(sent))("%s has no character that acts on its surroundings", (name, of) => {
  for (const message of hostile) {
    const text = of(message)
    expect(text).not.toMatch(acting)
    // Isolates are ours and paired; in markup they are elements.
    expect(text.replaceAll(/\u2068[^\u2066-\u2069\n]*\u2069/g, "")).not.toMatch(/[\u2068\u2069]/)
    expect(name === "subject" && text.includes("\n")).toBe(false)
  }
})

test("a name from right to left does not change the order of the words around it", () => {
  const title = { code: "monitor_offline", parameters: { monitor: "חנות" } } as const
  const message = page({ title, projectName: "פרויקט", by: "עדה" })
  const own = "\u2068חנות\u2069 is down"
  const reason = ": GET https://shop.example/ answered 500"
  expect(letterOf(message).subject).toBe(`#12 ${own}${reason} · \u2068פרויקט\u2069`)
  expect(markupOf(letterOf(message))).toContain("#12 <bdi>חנות</bdi> is down")
  expect(sent["slack"]?.(message)).toContain(`#12 ${own}`)
  expect(sent["discord"]?.(message)).toContain(own)
  expect(sent["push"]?.(message)).toContain(own)
  // Letters that a telephone shows in its own order; each mark would cost a letter.
  expect(smsWordsOf(message)).toContain("#12 חנות is down")
  const german = page({ title, language: "de" })
  expect(letterOf(german).headline).toBe("#12 \u2068חנות\u2069 ist ausgefallen")
  // Nothing is added where it makes no difference.
  expect(strings(letterOf(page()))).not.toMatch(/[\u2066-\u2069]/)
  expect(isolated("Shop", "rtl")).toBe("\u2068Shop\u2069")
})

test("why somebody is paged is in their language, with names as they are", () => {
  const parameters = { people: ["Got עדה"], rotation: "No data", until: "2026-11-22T08:00:00.000Z" }
  const message = page({
    language: "de",
    timeZone: "Europe/Berlin",
    reason: [{ code: "on_call_until", parameters }],
  })
  const words = "hat bis 22.11.2026, 09:00 (Europe/Berlin) Bereitschaft in No data."
  expect(strings(letterOf(message))).toContain(`\u2068Got עדה\u2069 ${words}`)
  expect(sent["slack"]?.(message)).toContain(words)
  expect(sent["discord"]?.(message)).toContain(words)
})

test("any name gives a call that Twilio takes, with the number and the key to press", async () => {
  const long = fc.string({ unit: fc.constantFrom("&", '"', "W", "é", "👩‍👩‍👧"), maxLength: 400 })
  fc.assert(
    fc.property(long, long, fc.option(long), (title, projectName, by) => {
      const call = callWordsOf(page({ title: asWritten(title), projectName, by }), keyUrl)
      expect(call.length).toBeLessThanOrEqual(4000)
      expect(call.match(/Alert number 12, high urgency\./g)).toHaveLength(3)
      expect(call.match(/Press 4 to acknowledge\./g)).toHaveLength(3)
    }),
    { numRuns: 50 },
  )
  const call = callWordsOf(
    page({ title: asWritten("&".repeat(200)), projectName: '"'.repeat(200) }),
    keyUrl,
  )
  await readXml(call)
})

test("a text message stays in the GSM alphabet, whatever direction marks its names have", () => {
  const said = smsWordsOf(
    page({ title: asWritten("\u2067Shop\u2069 is down"), projectName: "\u202eAcme" }),
  )
  expect(said).toContain("#12 Shop is down: GET https://shop.example/ answered 500 (Acme)")
  expect(segmentsOf(said)).toBe(1)
})

test("times are in the reader's zone, which is named", () => {
  const flap = {
    outages: 3,
    beganAt: new Date("2026-11-21T19:13:00Z"),
    until: new Date("2026-11-21T19:22:00Z"),
  }
  const berlin = page({
    timeZone: "Europe/Berlin",
    description: [
      {
        code: "no_check_between",
        parameters: { from: "2026-11-21T19:28:30.000Z", to: null, intervalSeconds: 60 },
      },
    ],
  })
  const text = textOf(letterOf(berlin))
  expect(text).toContain("21 Nov 2026, 20:30 (Europe/Berlin)")
  expect(text).toContain("until 22 Nov 2026, 09:00 (Europe/Berlin).")
  expect(text).toContain("No check since 21 Nov 2026, 20:28:30 (Europe/Berlin), though")
  const over = { state: "resolved", event: "alert.flap_ended", acknowledgeUrl: null } as const
  const span = "3 outages from 21 Nov 2026, 20:13 to 20:22 (Europe/Berlin)."
  for (const [name, of] of Object.entries(sent)) {
    const all = of(page({ ...over, flap, timeZone: "Europe/Berlin" })) + of(berlin)
    expect({
      name,
      raw: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z(?!")/.exec(withoutStamp(all)),
    }).toEqual({
      name,
      raw: null,
    })
    const hasSpan = name !== "call" && name !== "subject"
    expect({ name, hasSpan: all.includes(span) }).toEqual({ name, hasSpan })
  }
  expect(textOf(letterOf(page()))).toContain("21 Nov 2026, 19:30 UTC")
  expect(textOf(letterOf(page({ language: "de", timeZone: "America/New_York" })))).toContain(
    "21.11.2026, 14:30 (America/New_York)",
  )
})

/** Discord shows its timestamp in each reader's zone. */
const withoutStamp = (text: string) => text.replaceAll("2026-11-21T19:30:00.000Z", "")

test("labels of metrics and lines of logs have no control characters, and logs keep the text", async () => {
  expect(writeLabels({ name: evil })).toBe('name="Shop[31m2J\\n\\nend"')
  const lines: string[] = []
  const log = createLog(
    "info",
    "test",
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  log.info({ monitor: evil }, evil)
  const [line = ""] = lines
  expect(line.trimEnd()).not.toMatch(acting)
  expect(JSON.parse(line)).toMatchObject({ monitor: evil, msg: evil })
})

test("one thing is named in the singular", () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, "open alert"))).toEqual([
    "0 open alerts",
    "1 open alert",
    "2 open alerts",
    "1,200 open alerts",
  ])
})
