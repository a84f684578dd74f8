import { expect, test } from "vitest"
import { chatWordsOf } from "../../src/channels/chat-messages.ts"
import { letterOf } from "../../src/channels/mail/mail-layout.ts"
import type { Message, PageMessage } from "../../src/channels/message.ts"
import { callWordsOf } from "../../src/channels/twilio/call-message.ts"
import { smsWordsOf } from "../../src/channels/twilio/sms-message.ts"
import { pushTextOf } from "../../src/channels/web-push/push-text.ts"
import { messageWords } from "../../src/channels/words/message-language.ts"
import { explainTarget } from "../../src/graphql/on-call/schedule/rules/on-call-words.ts"
import { alertLine } from "../../src/graphql/on-call/contact/overflow.ts"
import type { AlertPage } from "../../src/pages/acknowledge/read-alert-page.ts"
import { renderLink } from "../../src/pages/acknowledge/render-acknowledge.ts"
import { pairs } from "../../src/graphql/slo/rules/burn-pairs.ts"
import { burnFindings, burnTitle } from "../../src/graphql/slo/rules/burn-findings.ts"
import { say } from "../../src/findings/say.ts"
import { announceHandOver, tellDisabled } from "../../src/notify/notice/notice-messages.ts"

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
  kind: "page",
  event: "alert.created",
  flap: null,
  alertId: id,
  number: 12,
  title: { code: "monitor_offline", parameters: { monitor: "Shop" } },
  description: [{ code: "no_check", parameters: {} }],
  severity: "high",
  state: "triggered",
  by: null,
  isMonitorDeleted: false,
  projectName: "Acme",
  startedAt: now,
  url: "https://watch.example/alert",
  reason: [
    {
      code: "on_call_until",
      parameters: { people: ["Ada"], rotation: "Primary", until: "2026-11-28T17:00:00.000Z" },
    },
  ],
  others: {
    listed: [{ number: 13, title: { code: "monitor_degraded", parameters: { monitor: "API" } } }],
    rest: 2,
  },
  acknowledgeUrl: "https://watch.example/acknowledge",
  ...more,
})

const gone = (disabled_reason: string) => ({
  webhook_endpoint: { url: "https://hooks.example", disabled_reason },
})

test("each kind of message to a person who reads German is in German, in each channel", () => {
  const flap = { outages: 3, beganAt: now, until: now }
  const states: Partial<PageMessage>[] = [
    {},
    { event: "alert.reopened" },
    { mass: { failed: 41, checked: 60, minutes: 1 } },
    { mass: { failed: 41, checked: 60, minutes: 3 }, times: 2 },
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
    expect(englishIn({ ...notice, ...read.notice(words, null) })).toEqual([])
  }
})

test("SLO alerts and the reasons of pages are in German", () => {
  const rates = { short: 20, long: 14.6 }
  const burning = { name: "Checkout", rates, factor: 14.4, showsFigures: true }
  const texts = [
    { remainingShare: 0.42, exhaustedInMs: 190_000_000, pair: pairs.fast },
    { remainingShare: 0.42, exhaustedInMs: 3_600_000, pair: pairs.slow },
    { remainingShare: 0, exhaustedInMs: 0, pair: pairs.fast },
    { remainingShare: null, exhaustedInMs: null, pair: pairs.fast },
    { remainingShare: 0.01, exhaustedInMs: 20_000, pair: pairs.fast },
  ].map(({ pair, ...budget }) => ({
    title: burnTitle({ ...burning, pair }, budget),
    description: burnFindings({ ...burning, pair }, budget),
  }))
  expect(texts.flatMap((text) => englishIn(page(text)))).toEqual([])
  expect(texts.map(({ title }) => say([title], "de")).slice(0, 3)).toEqual([
    "SLO Checkout: Fehlerbudget sinkt 14,6-mal zu schnell; verbraucht in 2 d 4 h",
    "SLO Checkout: Fehlerbudget sinkt 14,6-mal zu schnell; verbraucht in 1 h",
    "SLO Checkout: Fehlerbudget sinkt 14,6-mal zu schnell; Budget verbraucht",
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
  ].map((one) => explainTarget(one as unknown as Parameters<typeof explainTarget>[0], names))
  expect(reasons.flatMap((reason) => englishIn(page({ reason: [reason] })))).toEqual([])
})

const alert = {
  number: 3,
  title: "Shop is down",
  titleFinding: { code: "monitor_offline", parameters: { monitor: "No data" } },
  description: "",
  findings: [{ code: "no_check", parameters: {} }],
  createdAt: now,
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  snoozedUntil: null,
  assignee: null,
  incident: null,
  project: { id, name: "Acme", timeZone: "UTC" },
}

const message = { channel: "e-mail", recipient: "No data", isPerson: true }
const delivered = {
  code: "message_state",
  parameters: { ...message, state: "accepted", ms: 2000, attempts: 1 },
}
const due = {
  code: "step_due",
  parameters: {
    round: 1,
    ruleOrder: 2,
    targets: [{ name: "No data", channels: ["call"], isDigest: false }],
  },
}
const checkRow = {
  http_status: 500,
  address: "203.0.113.1",
  dns_ms: 1,
  connect_ms: 2,
  tls_ms: 3,
  first_byte_ms: 4,
  transfer_ms: 5,
}

/** Without markup, and without what nobody translates. */
const shownWords = (page: string): string =>
  page.replaceAll(/<(?<tag>style|script)>.*?<\/\k<tag>>|<[^>]*>|No data|HTTP 500/gs, " ")

test("digests and the page of an acknowledgement link are in German", () => {
  expect(alertLine({ ...alert, projectName: "Acme", state: "Offen" }, "de")).toBe(
    "Acme #3: No data ist ausgefallen (Offen)",
  )
  const recipient = { kind: "person", id, name: "Ada", language: "de", timeZone: "Europe/Berlin" }
  const page = {
    id,
    createdAt: now,
    findings: [{ code: "named_by_rule", parameters: { people: ["Ada"] } }],
  }
  const check = { ...checkRow, started_at: now, findings: [{ code: "no_check", parameters: {} }] }
  const change = { change: "snoozed", actor: "No data", isKey: false, client: null, state: null }
  const node = {
    kind: "change",
    at: now,
    outcome: "skipped",
    title: { code: "alert_changed", parameters: { ...change, about: null } },
    findings: [{ code: "paging_goes", parameters: { effect: "stops", until: now.toISOString() } }],
  }
  const sent = { kind: "delivery", at: now, outcome: "done", findings: [], title: delivered }
  const next = [{ at: now, title: due, findings: [] }]
  const details = {
    timeline: { nodes: [node, sent], next, rows: [], projectId: id },
    check,
    body: "No data",
    edits: [{ at: now, by: "No data" }],
  }
  const shown = {
    now,
    isOwn: false,
    mayResolve: true,
    people: [{ id, name: "No data" }],
    teams: [],
  }
  const linked = { alert, recipient, page, isExpired: false, details, ...shown }
  const text = renderLink("https://watch.example", linked as unknown as AlertPage, true)
  expect(text).toContain('<html lang="de">')
  expect(text).toContain("<bdi>No data</bdi> ist ausgefallen")
  expect(shownWords(text)).not.toMatch(english)
  expect(text).toContain("Ich brauche Hilfe")
  const later = {
    acknowledgedAt: now,
    acknowledgedBy: "No data",
    assignee: { id, name: "No data" },
  }
  const [taken, snoozed, old] = [
    { ...linked, alert: { ...alert, ...later } },
    { ...linked, alert: { ...alert, snoozedUntil: new Date(now.getTime() + 1), snoozedBy: null } },
    { ...linked, isExpired: true },
  ].map((one) => renderLink("https://watch.example", one as unknown as AlertPage, false))
  for (const one of [taken, snoozed, old]) expect(shownWords(String(one))).not.toMatch(english)
})
