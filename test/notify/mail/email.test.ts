import { inWords } from "../../support/in-words.ts"
import { asWritten } from "../../../src/findings/finding.ts"
import { afterEach, beforeAll, expect, test } from "vitest"
import { systemClock } from "../../../src/platform/clock.ts"
import { readEnv } from "../../../src/platform/env.ts"
import { newId } from "../../../src/platform/id.ts"
import type { Message, PageMessage } from "../../../src/channels/message.ts"
import { email } from "../../../src/channels/mail/send-email.ts"
import type { Services } from "../../../src/platform/services.ts"
import { startSmtp } from "../../support/smtp.ts"

type Smtp = Awaited<ReturnType<typeof startSmtp>>
const held: { smtp?: Smtp } = {}
const smtp = () => held.smtp as Smtp
beforeAll(async () => {
  held.smtp = await startSmtp()
  return () => smtp().stop()
})
afterEach(() => {
  smtp().mails.length = 0
  Object.assign(smtp().held, { refusal: null, recipientRefusal: null, isSilent: false })
})

const page: PageMessage = {
  kind: "page",
  event: "alert.created",
  flap: null,
  alertId: newId(),
  number: 12,
  title: asWritten("Shop is offline"),
  description: [asWritten("The connection was refused.\nTwice.")],
  severity: "high",
  state: "triggered",
  by: null,
  isMonitorDeleted: false,
  projectName: "Märchen & Söhne",
  startedAt: new Date("2026-11-21T19:30:00Z"),
  url: "https://watch.example/projects/1/alerts",
  reason: [asWritten("rule 1, rotation Primary")],
  others: { listed: [{ number: 13, title: asWritten("API is offline") }], rest: 4 },
  acknowledgeUrl: "https://watch.example/acknowledge/abc",
}

const send = async (
  message: Message,
  {
    url = smtp().url,
    deliveryId = newId(),
    from = "Watchkeeper <alerts@watch.example>",
    signal = AbortSignal.timeout(10_000),
  } = {},
) => {
  const env = readEnv({ SMTP_URL: url, MAIL_FROM: from })
  const services = { env, clock: systemClock } as Services
  const sending = { services, deliveryId, previousReceipt: null, signal }
  return inWords(await email.send({ address: "ada@mail.example" }, message, sending))
}

test("a page is mailed as text and HTML under its delivery's id, marked against automatic replies", async () => {
  const deliveryId = newId()
  const outcome = await send(page, { deliveryId })
  const receipt = `<${deliveryId}@watch.example>`
  expect(outcome).toEqual({ kind: "accepted", receipt, isConfirmed: false })
  const [mail] = smtp().mails
  expect(mail).toMatchObject({
    from: "alerts@watch.example",
    to: ["ada@mail.example"],
    parsed: {
      from: { name: "Watchkeeper", address: "alerts@watch.example" },
      subject: "#12 Shop is offline: The connection was refused. Twice · Märchen & Söhne",
      messageId: receipt,
      references: `<alert-${page.alertId}@watch.example>`,
    },
  })
  const headers = new Map(mail?.parsed.headers.map(({ key, value }) => [key, value]))
  expect(headers.get("auto-submitted")).toBe("auto-generated")
  expect(headers.get("importance")).toBe("High")
  expect(headers.has("list-unsubscribe")).toBe(false)
  expect(mail?.parsed.text).toMatchInlineSnapshot(`
    "Alert · high urgency
    #12 Shop is offline

    The connection was refused.
    Twice.

    Project: Märchen & Söhne
    Since:   21 Nov 2026, 19:30 UTC
    Paged:   rule 1, rotation Primary

    Same cause:
    - #13 API is offline
    - and 4 more

    Acknowledge:
    https://watch.example/acknowledge/abc

    View alert:
    https://watch.example/projects/1/alerts

    -- 
    The button opens a confirmation page and acknowledges in your name. Do not forward this email.

    "
  `)
  const html = mail?.parsed.html ?? ""
  expect(html).toContain('href="https://watch.example/acknowledge/abc"')
  expect(html).toContain("Märchen &amp; Söhne")
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import/)
})

test("only an open page of high urgency is marked as urgent", async () => {
  const over = { state: "resolved", event: "alert.flap_ended", acknowledgeUrl: null } as const
  const acknowledged = { state: "acknowledged", by: "Ada", acknowledgeUrl: null } as const
  const notice = { subject: "3 alerts", paragraphs: [""], link: null, unsubscribeUrl: null }
  const messages: Message[] = [
    { ...page, ...over },
    { ...page, ...acknowledged },
    { ...page, severity: "low" },
    { kind: "notice", ...notice },
    { ...page, event: "alert.reopened" },
  ]
  for (const message of messages) await send(message)
  const marks = smtp().mails.map(({ parsed }) =>
    parsed.headers.some(({ key }) => /^(importance|x-priority|x-msmail-priority)$/.test(key)),
  )
  expect(marks).toEqual([false, false, false, false, true])
})

test("mails to subscribers name their list", async () => {
  const wording = {
    language: "en",
    direction: "ltr",
    standing: "Acme",
    footer: "You subscribed to Acme.",
    listId: "acme",
    unsubscribe: "Unsubscribe",
    unsubscribed: "Unsubscribed",
  } as const
  const unsubscribeUrl = "https://watch.example/unsubscribe/abc"
  const said = { subject: "Shop is down", paragraphs: ["We look into it."], link: null }
  await send({ kind: "notice", ...said, unsubscribeUrl, wording })
  const headers = new Map(smtp().mails[0]?.parsed.headers.map(({ key, value }) => [key, value]))
  expect(headers.get("list-id")).toBe("<acme.watch.example>")
  expect(headers.get("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`)
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click")
  expect(headers.get("precedence")).toBe("list")
  expect(headers.get("auto-submitted")).toBe("auto-generated")
})

test("names cannot inject headers or markup", async () => {
  const hostile =
    'x\r\nBcc: eve@evil.example\r\n\r\n<img src="https://evil.example/p"> \u202Egpj.exe'
  await send({
    ...page,
    title: asWritten(hostile),
    projectName: hostile,
    by: hostile,
    reason: [asWritten(hostile)],
  })
  await send({ kind: "test", channel: hostile, owner: hostile })
  await send({
    kind: "notice",
    subject: hostile,
    paragraphs: [hostile],
    link: null,
    unsubscribeUrl: null,
  })
  for (const { raw, to, parsed } of smtp().mails) {
    expect(to).toEqual(["ada@mail.example"])
    expect(raw.split("\r\n\r\n", 1)[0]).not.toMatch(/^bcc:/im)
    expect(parsed.bcc ?? []).toEqual([])
    expect(parsed.subject).not.toMatch(/[\r\n\u202E]/)
    expect(parsed.html).toContain("&lt;img")
    expect(parsed.html).not.toMatch(/<img|\u202E/)
  }
  expect(smtp().mails).toHaveLength(3)
})

test("a code is in the subject; a notice with an unsubscribe link supports one-click unsubscribe", async () => {
  const expiresAt = new Date("2026-11-21T20:00:00Z")
  const verifyUrl = "https://watch.example/verify/abc"
  await send({ kind: "code", code: "012345", expiresAt, owner: "Ada", verifyUrl })
  expect(smtp().mails[0]?.parsed).toMatchObject({
    subject: "012345 is your Watchkeeper code",
    text: expect.stringContaining("Expires: 21 Nov 2026, 20:00 UTC"),
    html: expect.stringContaining(`href="${verifyUrl}"`),
  })
  expect(smtp().mails[0]?.parsed.text).toContain(`Confirm this address:\n${verifyUrl}`)
  const unsubscribeUrl = "https://watch.example/unsubscribe/abc"
  await send({ kind: "notice", subject: "News", paragraphs: ["One."], link: null, unsubscribeUrl })
  const headers = new Map(smtp().mails[1]?.parsed.headers.map(({ key, value }) => [key, value]))
  expect(headers.get("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`)
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click")
  expect(smtp().mails[1]?.parsed.html).toContain(`href="${unsubscribeUrl}"`)
})

test("the mail of an acknowledged page has no button and names the person", async () => {
  await send({ ...page, state: "acknowledged", by: "Grace", acknowledgeUrl: null })
  const [mail] = smtp().mails
  expect(mail?.parsed.subject).toMatch(/^Acknowledged: #12 /)
  expect(mail?.parsed.text).toContain("Acknowledged by Grace")
  expect(mail?.parsed.text).not.toContain("/acknowledge/")
})

test("4xx is retried; 5xx for the mail or the address is final", async () => {
  smtp().held.refusal = { responseCode: 451, message: "4.7.1 Greylisted, come back later" }
  expect(await send(page)).toMatchObject({ kind: "retry", status: 451 })
  smtp().held.refusal = { responseCode: 554, message: "5.7.1 Not wanted here" }
  expect(await send(page)).toMatchObject({
    kind: "dead",
    status: 554,
    error: expect.stringContaining(
      "rejected the message: Message failed: 554 5.7.1 Not wanted here",
    ),
  })
  smtp().held.recipientRefusal = { responseCode: 450, message: "4.2.1 Mailbox busy" }
  expect(await send(page)).toMatchObject({ kind: "retry", status: 450 })
  smtp().held.recipientRefusal = { responseCode: 550, message: "5.1.1 No such mailbox" }
  expect(await send(page)).toMatchObject({ kind: "dead", status: 550 })
})

test("connection errors, a wrong password and silence are retried, within the time limit", async () => {
  expect(await send(page, { url: "smtp://127.0.0.1:1" })).toMatchObject({
    kind: "retry",
    status: null,
  })
  const locked = await startSmtp({ password: "right" })
  const wrong = locked.url.replace("//", "//ada:wrong@")
  const refused = await send(page, { url: wrong })
  expect(refused).toMatchObject({ kind: "retry", status: 535 })
  expect(JSON.stringify(refused)).not.toContain("wrong")
  const right = locked.url.replace("//", "//ada:right@")
  expect(await send(page, { url: right })).toMatchObject({ kind: "accepted" })
  await locked.stop()
  smtp().held.isSilent = true
  expect(await send(page, { signal: AbortSignal.timeout(300) })).toMatchObject({ kind: "retry" })
})

test("without a mail server the error names the missing settings", async () => {
  const services = { env: readEnv({ SMTP_URL: smtp().url }), clock: systemClock } as Services
  const signal = AbortSignal.timeout(1000)
  const sending = { services, deliveryId: newId(), previousReceipt: null, signal }
  expect(inWords(await email.send({ address: "ada@mail.example" }, page, sending))).toEqual({
    kind: "dead",
    status: null,
    error: "E-mail is not set up. Set MAIL_FROM.",
  })
})
