import type { Language } from "../../graphql/status-page/language.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { ar } from "./words/ar.ts"
import { de } from "./words/de.ts"
import { en } from "./words/en.ts"
import { es } from "./words/es.ts"
import { fr } from "./words/fr.ts"
import { he } from "./words/he.ts"
import { it } from "./words/it.ts"
import { ja } from "./words/ja.ts"
import { nl } from "./words/nl.ts"
import { pl } from "./words/pl.ts"
import { pt } from "./words/pt.ts"
import { tr } from "./words/tr.ts"
import type { Plural, Words } from "./words/words.ts"

export const wordsOf: Record<Language, Words> = { en, de, fr, es, it, pt, nl, pl, tr, ja, ar, he }

const rightToLeft: ReadonlySet<Language> = new Set(["ar", "he"])

export type Speech = ReturnType<typeof createSpeech>

const made = new Map<Language, Speech>()

/** How a page speaks a language: its words, its numbers, and its dates, all of them in UTC. */
export function speechOf(language: Language): Speech {
  const speech = made.get(language) ?? createSpeech(language)
  made.set(language, speech)
  return speech
}

/** A pattern with what its names in braces stand for. */
export const fill = (pattern: string, parts: Record<string, string>): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)

/** The same with markup. */
export function fillHtml(pattern: string, parts: Record<string, Html>): Html {
  const pieces = pattern.split(/\{(\w+)\}/)
  return html`${pieces.map((piece, at) => (at % 2 === 1 ? parts[piece] : undefined) ?? html`${piece}`)}`
}

const timeTag = (date: Date, told: string): Html =>
  html`<time datetime="${date.toISOString()}">${told}</time>`

function createSpeech(language: Language) {
  const words = wordsOf[language]
  // Read all over the world, so day before month.
  const locale = language === "en" ? "en-GB" : language
  const utc = { timeZone: "UTC" } as const
  const days = new Intl.DateTimeFormat(locale, { ...utc, dateStyle: "medium" })
  const months = new Intl.DateTimeFormat(locale, { ...utc, month: "long", year: "numeric" })
  const clocks = new Intl.DateTimeFormat(locale, { ...utc, timeStyle: "short" })
  const moments = new Intl.DateTimeFormat(locale, {
    ...utc,
    dateStyle: "medium",
    timeStyle: "short",
  })
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const lists = new Intl.ListFormat(locale)
  const durations = new Intl.DurationFormat(locale, { style: "short" })
  const [ago, now] = [
    new Intl.RelativeTimeFormat(locale),
    new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
  ]
  const milliseconds = new Intl.NumberFormat(locale, { style: "unit", unit: "millisecond" })
  const percents = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: "percent",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  const [whole, exact] = [percents(0), percents(2)]

  const day = (date: Date): string => days.format(date)
  const moment = (date: Date): string => `${moments.format(date)} UTC`

  return {
    language,
    direction: rightToLeft.has(language) ? ("rtl" as const) : ("ltr" as const),
    words,
    day,
    moment,
    month: (date: Date): string => months.format(date),
    time: (date: Date): Html => timeTag(date, moment(date)),
    /** "21 Nov 2026, 09:30 – 11:00 UTC", or both days where it ends on another. */
    span(from: Date, to: Date): Html {
      const end = day(from) === day(to) ? `${clocks.format(to)} UTC` : moment(to)
      return html`${timeTag(from, moments.format(from))} – ${timeTag(to, end)}`
    },
    /** "2 hrs, 5 mins", at least a minute; the two largest units. */
    length(ms: number): string {
      const minutes = Math.max(1, Math.round(ms / 60_000))
      const parts: [Intl.DurationFormatUnit, number][] = [
        ["days", Math.floor(minutes / 1440)],
        ["hours", Math.floor((minutes % 1440) / 60)],
        ["minutes", minutes % 60],
      ]
      const told = parts.filter(([, count]) => count > 0).slice(0, 2)
      return durations.format(Object.fromEntries(told))
    },
    /** Never rounded up: 100 means that nothing was missed. */
    percent(percent: number): string {
      const floored = Math.floor(percent * 100) / 100
      return (floored === 100 ? whole : exact).format(floored)
    },
    wholePercent: (percent: number): string => whole.format(Math.floor(percent)),
    /** "24 hours ago", and "now". */
    hoursAgo: (hours: number): string =>
      hours === 0 ? now.format(0, "second") : ago.format(-hours, "hour"),
    milliseconds: (ms: number): string => milliseconds.format(Math.round(ms)),
    /** Each name keeps the direction of its own letters. */
    list: (names: readonly string[]): Html =>
      html`${lists
        .formatToParts(names)
        .map(({ type, value }) =>
          type === "element" ? html`<bdi>${value}</bdi>` : html`${value}`,
        )}`,
    plainList: (names: readonly string[]): string => lists.format(names),
    plural(forms: Plural, count: number, parts: Record<string, string> = {}): string {
      const pattern = forms[rules.select(count)] ?? forms.other
      return fill(pattern, { ...parts, count: numbers.format(count) })
    },
  }
}
