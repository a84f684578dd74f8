import { expect, test } from "vitest"
import { languages } from "../../../src/graphql/status-pages/status-page/rules/page-language.ts"
import {
  incidentWords,
  type IncidentNews,
} from "../../../src/notify/subscriber/subscriber-messages.ts"
import { saidOf } from "../../../src/pages/status-page/incident-list.ts"
import { localeOf } from "../../../src/pages/status-page/locale.ts"

const page = {
  name: "Acme",
  url: "https://status.example",
  components: ["Shop"],
  language: "en" as const,
  timeZone: "UTC",
}
const startedAt = new Date("2026-11-21T14:02:00Z")
const until = new Date("2026-11-21T14:20:00Z")

const news: IncidentNews = {
  id: "1",
  title: "monitor-7 is down",
  isTitleChosen: false,
  state: "resolved",
  isOver: true,
  kind: "resolved",
  said: "",
  mayReturn: false,
  flap: null,
}
const say = (more: Partial<IncidentNews>) => incidentWords({ ...news, ...more }, page, "en")

test("the subject states the current status", () => {
  const open = { state: "investigating", isOver: false }
  expect([
    say({ ...open, kind: "declared" }).subject,
    say({ mayReturn: true }).subject,
    say({ ...open, kind: "reopened" }).subject,
    say({ kind: "note", said: "We look into it." }).subject,
    say({ title: "Checkout fails", isTitleChosen: true }).subject,
  ]).toEqual([
    "Shop is down · Acme",
    "Shop has recovered · Acme",
    "Shop is down again · Acme",
    "Shop has recovered · Acme",
    "Checkout fails · Resolved · Acme",
  ])
})

test("the first recovery says that more may follow, and the end of a flap summarizes it", () => {
  expect(say({ mayReturn: true }).paragraphs).toContain("We will notify you if it fails again.")
  expect(say({ flap: { outages: 15, from: startedAt, until } }).paragraphs).toContain(
    "15 outages between 21 Nov 2026, 14:02 UTC and 21 Nov 2026, 14:20 UTC.",
  )
})

test("every language counts the outages of a flap, for subscribers and on pages", () => {
  for (const language of languages) {
    const flap = { outages: 15, from: startedAt, until }
    const { subject, paragraphs } = incidentWords({ ...news, flap }, page, language)
    const said = saidOf({ kind: "reopened", body: null, flap }, localeOf(language))
    expect(`${subject} ${paragraphs.join(" ")} ${said}`).not.toMatch(/[{}]/)
    for (const words of [paragraphs.join(" "), said]) expect(words).toMatch(/15|١٥/)
  }
})
