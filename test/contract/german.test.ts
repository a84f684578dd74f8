import { expect, test } from "vitest"
import { chatWordsOf } from "../../src/channels/chat-messages.ts"
import { letterOf } from "../../src/channels/mail/mail-layout.ts"
import type { Message, PageMessage } from "../../src/channels/message.ts"
import { callWordsOf } from "../../src/channels/twilio/call-message.ts"
import { smsWordsOf } from "../../src/channels/twilio/sms-message.ts"
import { pushTextOf } from "../../src/channels/web-push/push-text.ts"
import { messageWords } from "../../src/channels/words/message-language.ts"
import { translatePage } from "../../src/channels/words/outage-title.ts"
import { describeTarget } from "../../src/graphql/on-call/schedule/rules/on-call-words.ts"
import { pairs } from "../../src/graphql/slo/rules/burn-pairs.ts"
import { burnTexts } from "../../src/graphql/slo/rules/burn-words.ts"
import { announceHandOver, tellDisabled } from "../../src/notify/notice/notice-messages.ts"
import { evaluate } from "../../src/probe/assert.ts"
import type { Assertion } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { observeHeartbeat } from "../../src/probe/kinds/heartbeat.ts"

const words = messageWords("de")
const now = new Date("2026-11-28T05:00:00.000Z")
const id = "0199d6d2-0000-7000-8000-000000000001"

/** Words that German lacks. */
const english =
  /\b(?:the|is|are|not|of|and|by|for|you|your|this|with|has|have|got|again|until|after|within|expected|does|no|from|to|it|named|alert|open|paged|acknowledged|resolved|response|body|data)\b/gi

/** What a person reads, without addresses. */
const said = (message: Message): string =>
  [
    JSON.stringify(letterOf(message)),
    JSON.stringify(chatWordsOf(message)),
    smsWordsOf(message),
    callWordsOf(message, "https://watch.example/key").replaceAll(/<[^>]*>/g, " "),
    JSON.stringify(pushTextOf(message, "https://watch.example")),
  ]
    .join("\n")
    .replaceAll(
      /"(?:mood|kind|state|event|direction|language|tag)":"[^"]*"|"\w+":|https?:\/\/\S+/g,
      " ",
    )

const englishIn = (message: Message): string[] =>
  [...said(message).matchAll(english)].map(([word]) => word)

const page = (more: Partial<PageMessage> = {}): PageMessage => ({
  language: "de",
  ...translatePage(
    {
      kind: "page",
      event: "alert.created",
      flap: null,
      alertId: id,
      number: 12,
      title: "Shop is down",
      isTitleGenerated: true,
      description: "Got 500, expected 200–299.",
      isTextGenerated: true,
      severity: "high",
      state: "triggered",
      by: null,
      isMonitorDeleted: false,
      projectName: "Acme",
      startedAt: now,
      url: "https://watch.example/alert",
      reason: "Ada is on call in Primary until 2026-11-28T17:00:00.000Z.",
      others: {
        listed: [{ number: 13, title: "API is degraded", isTitleGenerated: true }],
        rest: 2,
      },
      acknowledgeUrl: "https://watch.example/acknowledge",
      ...more,
    },
    words,
  ),
})

const gone = (disabled_reason: string) => ({
  webhook_endpoint: { url: "https://hooks.example", disabled_reason },
})

test("each kind of message to a person who reads German is in German, in each channel", () => {
  const flap = { outages: 3, beganAt: now, until: now }
  const states: Partial<PageMessage>[] = [
    {},
    { event: "alert.reopened" },
    { event: "alert.reopened", severity: "low" },
    { event: "alert.acknowledged", state: "acknowledged", by: "Ada" },
    { event: "alert.resolved", state: "resolved" },
    { event: "alert.resolved", state: "resolved", by: "Ada" },
    { event: "alert.resolved", state: "resolved", isMonitorDeleted: true },
    { event: "alert.flap_ended", state: "resolved", flap },
  ]
  expect(states.flatMap((state) => englishIn(page(state)))).toEqual([])
  const language = "de"
  const verifyUrl = "https://watch.example/verify"
  const code = { kind: "code", code: "123456", expiresAt: now, owner: "Ada", language } as const
  expect(englishIn({ ...code, verifyUrl })).toEqual([])
  expect(englishIn({ ...code, verifyUrl: null })).toEqual([])
  expect(englishIn({ kind: "test", channel: "Telefon", owner: "Ada", language })).toEqual([])
  const handedOver = {
    rotation: { name: "Primary" },
    user: { id },
    previous_user: { name: "Bob" },
    until: now,
  }
  const zone = { projectName: "Acme", timeZone: "Europe/Berlin", url: "https://watch.example" }
  for (const read of [
    announceHandOver(handedOver, zone),
    tellDisabled(gone("gone"), zone),
    tellDisabled(gone("failing"), zone),
  ]) {
    if (read === null) throw new Error("the notice was not read")
    const notice = { kind: "notice", language, unsubscribeUrl: null } as const
    expect(englishIn({ ...notice, ...read.notice(words) })).toEqual([])
  }
})

test("SLO alerts and the reasons of pages are in German", () => {
  const burning = { name: "Checkout", rates: { short: 20, long: 14.6 }, factor: 14.4 }
  const texts = [
    { remainingShare: 0.42, exhaustedInMs: 190_000_000, pair: pairs.fast },
    { remainingShare: 0.42, exhaustedInMs: 3_600_000, pair: pairs.slow },
    { remainingShare: 0, exhaustedInMs: 0, pair: pairs.fast },
    { remainingShare: null, exhaustedInMs: null, pair: pairs.fast },
    { remainingShare: 0.01, exhaustedInMs: 20_000, pair: pairs.fast },
  ].map((one) => burnTexts({ ...burning, ...one }))
  expect(texts.flatMap((text) => englishIn(page(text)))).toEqual([])
  expect(texts.map(({ title }) => words.generated(title)).slice(0, 3)).toEqual([
    "SLO Checkout: Fehlerbudget sinkt 14.6-mal zu schnell; verbraucht in 2 T 4 h",
    "SLO Checkout: Fehlerbudget sinkt 14.6-mal zu schnell; verbraucht in 1 h",
    "SLO Checkout: Fehlerbudget sinkt 14.6-mal zu schnell; Budget verbraucht",
  ])
  const names = new Map([
    ["ada", "Ada"],
    ["bob", "Bob"],
    ["team", "Operations"],
    ["rotation", "Primary"],
  ])
  const found = { userIds: ["ada"], channelId: null, reason: null, shift: null }
  const shift = { kind: "shift", userId: "ada", from: now, until: now, source: null }
  const reasons = [
    { ...found, target: { kind: "user", userId: "ada" } },
    { ...found, target: { kind: "team", teamId: "team" }, userIds: ["ada", "bob"] },
    { ...found, target: { kind: "rotation", rotationId: "rotation" }, shift },
  ].map((one) => describeTarget(one as unknown as Parameters<typeof describeTarget>[0], names))
  expect(reasons.flatMap((reason) => englishIn(page({ reason })))).toEqual([])
})

test("why a check failed is in German, and what the target said stays", () => {
  const level = "offline"
  const assertions: Assertion[] = [
    { kind: "status", codes: "200-299", level },
    { kind: "json_path", path: "$.a", comparison: "exists", value: "", level },
    { kind: "header", name: "x-state", comparison: "contains", value: "gut", level },
    { kind: "body", comparison: "contains", value: "gut", level },
    { kind: "body", comparison: "equals", value: "gut", level },
    { kind: "regex", pattern: "gut", matches: true, level },
    { kind: "json_path", path: "$.a", comparison: "less_than", value: "3", level },
    { kind: "response_time", maxMs: 800, level },
    { kind: "certificate_days", minDays: 14, level },
  ]
  const certificate = null
  const body = { text: "schlecht", whole: true }
  const seen = { durationMs: 900, now, status: 500, headers: new Map(), body, certificate }
  const heartbeat = {
    intervalMinutes: 5,
    graceMinutes: 1,
    lastPingAt: new Date(now.getTime() - 900_000),
  }
  const failures = [
    ...assertions.map((one) => evaluate([one], seen).failure),
    evaluate(assertions, seen).failure,
    ...(["success", "fail", "start"] as const).map(
      (lastPingKind) => observeHeartbeat({ ...heartbeat, lastPingKind }, now, new Date(0)).failure,
    ),
  ].map((failure) => failure?.reason)
  const written = [
    "192.0.2.1:443 refused the connection; [2001:db8::1]:443 did not answer within 10.0 s.",
    "192.0.2.1:443 cannot be reached (EHOSTUNREACH).",
    "Works over IPv4 (192.0.2.1) but not over IPv6: [2001:db8::1]:443 reset the connection.",
    "After https://shop.example/ redirected: The name cdn.example does not exist (NXDOMAIN).",
    "shop.example could not be resolved: the name server returned SERVFAIL; the name server did not answer in time.",
    "No response was received 10.0 s after the request.",
    "The server closed the connection without a response.",
    "The response body (status 200) was cut off after 10 of 20 bytes.",
    "The TLS handshake with 192.0.2.1:443 failed: the server closed the connection.",
    "The certificate expired at 2026-11-01T00:00:00.000Z. The certificate is for a.example, not for b.example.",
    "Got 12 log records in 5 min, expected at most 3, in 2 of 3 windows.",
    "Got 12.5 % errors for checkout in 5 min, expected at most 3.",
    "192.0.2.1 did not answer 3 echoes within 2.0 s.",
    "The redirects loop, back to https://shop.example/.",
    "Got status 302 without a Location header.",
    "More than 10 redirects; the last one was at https://shop.example/.",
    'https://shop.example/ redirects to "nowhere", which is not a URL.',
    'https://shop.example/ redirects to "ftp://a", which has the scheme ftp: instead of http: or https:.',
    "Only interim responses (1xx) were received 10.0 s after the request.",
    "The server sent more than 20 interim responses (1xx).",
    "The server switched protocols (101) without being asked to.",
    "The response head is larger than the limit of 64 KiB.",
    'The response is not valid HTTP (INVALID_CONSTANT). It starts with "SSH-2.0".',
    'The response body does not match its Content-Encoding "gzip".',
    "The TLS handshake with 192.0.2.1:443 failed: the server does not support TLS 1.2 or later.",
    "The TLS handshake with 192.0.2.1:443 failed: the server does not know this server name.",
    "The TLS connection failed: the server requires a client certificate.",
    "The TLS handshake with 192.0.2.1:443 failed: the server refused it (no common cipher, or it requires a client certificate).",
    "The certificate's signature is wrong. The certificate is not valid for servers.",
    "The certificate is too weak (EE_KEY_TOO_SMALL).",
    "www.shop.example, an alias of shop.example, has no AAAA record (according to 192.0.2.53).",
    "No name server returned the MX records of shop.example within 5.0 s: 192.0.2.53 refused the connection: nothing listens on that port; 192.0.2.54 could not be queried (EHOSTDOWN).",
    "No name server returned the A records of shop.example within 3 ms: none was queried.",
    "shop.example could not be resolved: the name server's answer was malformed; the name server could not parse the query; the name server does not support the query.",
    "The degraded monitor went offline again, so the offline outage replaces this one.",
  ]
  for (const description of [...failures, ...written]) {
    if (description === undefined) throw new Error("the check did not fail")
    expect({ description, english: englishIn(page({ description })) }).toEqual({
      description,
      english: [],
    })
  }
  expect(words.generated("Got 503, expected 200–299 (+2 failed assertions).")).toBe(
    "Erhalten: 503, erwartet: 200–299 (+2 nicht erfüllt).",
  )
})
