import { inWords } from "../../support/in-words.ts"
import { asWritten } from "../../../src/findings/finding.ts"
import { createServer } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { afterAll, beforeEach, expect, test } from "vitest"
import { systemClock } from "../../../src/platform/clock.ts"
import { readEnv } from "../../../src/platform/env.ts"
import { newId } from "../../../src/platform/id.ts"
import type { Message, PageMessage } from "../../../src/channels/message.ts"
import { sms } from "../../../src/channels/twilio/send-sms.ts"
import { voice } from "../../../src/channels/twilio/send-voice.ts"
import type { Services } from "../../../src/platform/services.ts"
import { freePort } from "../../support/port.ts"
import { accountSid, authToken, startTwilio } from "../../support/twilio.ts"

const twilio = await startTwilio()
afterAll(() => twilio.stop())
beforeEach(() => {
  twilio.asked.length = 0
  twilio.answers.length = 0
})

const number = "+4915112345678"
const acknowledgeUrl = `https://watch.example/acknowledge/${"a".repeat(43)}`
const page: PageMessage = {
  kind: "page",
  event: "alert.created",
  flap: null,
  alertId: newId(),
  number: 12,
  title: asWritten("Shop is offline"),
  description: [asWritten("The connection was refused.")],
  severity: "high",
  state: "triggered",
  by: null,
  isMonitorDeleted: false,
  projectName: "Shop",
  startedAt: new Date(),
  url: "https://watch.example/projects/1/alerts",
  reason: [],
  others: { listed: [], rest: 0 },
  acknowledgeUrl,
}
const deliveryId = newId()
const send = async (
  channel: typeof sms,
  message: Message = page,
  more: Record<string, string> = { BASE_URL: "https://watch.example" },
  signal = AbortSignal.timeout(10_000),
) => {
  const env = readEnv({ ...twilio.settings, ...more })
  const services = { env, clock: systemClock } as Services
  const sending = { services, deliveryId, previousReceipt: null, signal }
  return inWords(await channel.send({ number }, message, sending))
}

/** The same account at another address. */
const at = (apiUrl: string) => ({
  TWILIO_URL: twilio.settings.TWILIO_URL.replace(/(?<=@)[^?]*/, apiUrl.slice("http://".length)),
})

test("an SMS is sent from the account's sender, with a status callback", async () => {
  const outcome = await send(sms)
  const [asked] = twilio.asked
  expect(outcome).toEqual({ kind: "accepted", receipt: asked?.sid, isConfirmed: false })
  expect(asked).toMatchObject({
    path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
    fields: {
      To: number,
      From: "+15005550006",
      Body: `#12 Shop is offline: The connection was refused (Shop)\nReply ACK 12 or open ${acknowledgeUrl}`,
      StatusCallback: `https://watch.example/hooks/twilio/status/${deliveryId}`,
      ValidityPeriod: "1800",
    },
  })
})

test("an installation without a public URL sets no callback, and its SMS counts as sent", async () => {
  expect(await send(sms, page, {})).toMatchObject({ isConfirmed: false })
  expect(twilio.asked[0]?.fields).not.toHaveProperty("StatusCallback")
})

test("a call reads the alert three times and accepts a key; names cannot change its script", async () => {
  const outcome = await send(voice, { ...page, title: asWritten("A & <Hangup/> \u0007offline") })
  const [asked] = twilio.asked
  expect(outcome).toEqual({ kind: "accepted", receipt: asked?.sid, isConfirmed: false })
  expect(asked?.path).toBe(`/2010-04-01/Accounts/${accountSid}/Calls.json`)
  const { Twiml = "", ...fields } = asked?.fields ?? {}
  expect(fields).toMatchObject({ To: number, Timeout: "25", StatusCallbackEvent: "completed" })
  const action = `action="https://watch.example/hooks/twilio/key/${deliveryId}"`
  expect(Twiml.split(action)).toHaveLength(4)
  expect(Twiml).toContain("A &amp; &lt;Hangup/&gt; offline, in project Shop.")
  expect(Twiml).toContain("Press 4 to acknowledge.")
  expect(Twiml).not.toContain("<Hangup")
  expect(Twiml).not.toContain("\u0007")
  expect(Twiml.length).toBeLessThan(4000)
})

test("a call with a code spells it; one about an end accepts no key", async () => {
  await send(voice, {
    kind: "code",
    code: "012345",
    expiresAt: new Date(),
    owner: "Ada",
    verifyUrl: null,
  })
  expect(twilio.asked[0]?.fields["Twiml"]).toContain("0, 1, 2, 3, 4, 5.")
  await send(voice, { ...page, state: "resolved", acknowledgeUrl: null })
  expect(twilio.asked[1]?.fields["Twiml"]).not.toContain("<Gather")
})

test("permanent errors of Twilio end the delivery with a message; temporary ones are retried", async () => {
  const outcomes: unknown[] = []
  for (const [status, code, message, headers] of [
    [400, 21211, "Invalid 'To' Phone Number"],
    [400, 21610, "Attempt to send to unsubscribed recipient"],
    [400, 21408, "Permission to send an SMS has not been enabled"],
    [400, 29999, "Something new"],
    [401, 20003, "Authenticate"],
    [400, 21606, "The From number is not yours"],
    [429, 20429, "Too Many Requests", { "retry-after": "7" }],
    [500, 20500, "Internal"],
    [503, 20503, "Unavailable"],
  ] as const) {
    twilio.refuse(status, code, message, headers)
    const { kind, ...more } = await send(sms)
    outcomes.push([code, kind, "afterSeconds" in more ? more.afterSeconds : null])
  }
  expect(outcomes).toEqual([
    [21211, "dead", null],
    [21610, "dead", null],
    [21408, "dead", null],
    [29999, "dead", null],
    [20003, "retry", null],
    [21606, "retry", null],
    [20429, "retry", 7],
    [20500, "retry", null],
    [20503, "retry", null],
  ])
  twilio.refuse(400, 21610, "Attempt to send to unsubscribed recipient")
  expect(await send(voice)).toMatchObject({
    kind: "dead",
    status: 400,
    error: expect.stringContaining("replied STOP. Text START"),
  })
})

test("a response that is not JSON, and no connection, are retried", async () => {
  expect(await send(sms, page, at(`http://127.0.0.1:${await freePort()}`))).toMatchObject({
    kind: "retry",
    status: null,
    error: expect.stringMatching(/^Could not reach Twilio: .*ECONNREFUSED/),
  })
  twilio.answers.push({ status: 502, body: "<html>" as never })
  expect(await send(sms)).toMatchObject({ kind: "retry", status: 502 })
})

test("a Twilio that hangs or sends slowly is aborted with its connection at the deadline", async () => {
  const server = createServer((req, res) => {
    req.resume()
    const drip = setInterval(() => res.write(" "), 20)
    if (req.url?.includes("Calls")) clearInterval(drip)
    req.socket.once("close", () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const settings = at(`http://127.0.0.1:${port}`)
  for (const channel of [sms, voice]) {
    const time = new AbortController()
    const closed = new Promise((resolve) =>
      server.once("connection", (socket: Socket) => {
        socket.once("close", resolve)
        // The deadline is in the middle of the response, however long the connection took.
        socket.once("data", () => setTimeout(() => time.abort(), 100))
      }),
    )
    const outcome = await send(channel, page, settings, time.signal)
    expect(outcome).toMatchObject({ kind: "retry", status: null, error: expect.any(String) })
    await closed
  }
  await new Promise((resolve) => server.close(resolve))
})

test("without an account the error names the missing settings", async () => {
  const services = { env: readEnv({}), clock: systemClock } as Services
  const signal = AbortSignal.timeout(1000)
  const sending = { services, deliveryId, previousReceipt: null, signal }
  const error = "Set TWILIO_URL."
  expect(inWords(await sms.send({ number }, page, sending))).toMatchObject({
    kind: "dead",
    error: `SMS is not set up. ${error}`,
  })
  expect(inWords(await voice.send({ number }, page, sending))).toMatchObject({
    kind: "dead",
    error: `Calls are not set up. ${error}`,
  })
})
