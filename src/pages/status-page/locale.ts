import type { Language } from "../../graphql/status-pages/status-page/rules/page-language.ts"
import { percentIn } from "../../findings/percent.ts"
import { html, type Html } from "../../platform/html.ts"
import { ar } from "./messages/ar.ts"
import { de } from "./messages/de.ts"
import { en } from "./messages/en.ts"
import { es } from "./messages/es.ts"
import { fr } from "./messages/fr.ts"
import { he } from "./messages/he.ts"
import { it } from "./messages/it.ts"
import { ja } from "./messages/ja.ts"
import { nl } from "./messages/nl.ts"
import { pl } from "./messages/pl.ts"
import { pt } from "./messages/pt.ts"
import { tr } from "./messages/tr.ts"
import type { Plural, Messages } from "./messages/messages.ts"

export const wordsOf: Record<Language, Messages> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  tr,
  ja,
  ar,
  he,
}

const rightToLeft: ReadonlySet<Language> = new Set(["ar", "he"])

export type Locale = ReturnType<typeof createLocale>

const made = new Map<string, Locale>()

/** Messages and formatters of a language. Times name their zone; pages, which everybody reads, are in UTC. */
export function localeOf(language: Language, timeZone = "UTC"): Locale {
  const key = `${language} ${timeZone}`
  const locale = made.get(key) ?? createLocale(language, timeZone)
  made.set(key, locale)
  return locale
}

/** Replaces the placeholders of a pattern. */
export const fill = (pattern: string, parts: Record<string, string>): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)

/** Like fill, with markup. */
export function fillHtml(pattern: string, parts: Record<string, Html>): Html {
  const pieces = pattern.split(/\{(\w+)\}/)
  return html`${pieces.map((piece, at) => (at % 2 === 1 ? parts[piece] : undefined) ?? html`${piece}`)}`
}

/** @param as how a script writes it in the visitor's zone. */
const timeTag = (date: Date, text: string, as: "moment" | "start" | "end"): Html =>
  html`<time datetime="${date.toISOString()}" data-as="${as}">${text}</time>`

/** At least a minute, largest first, without zeros. */
function unitsOf(ms: number): [Intl.DurationFormatUnit, number][] {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const parts: [Intl.DurationFormatUnit, number][] = [
    ["days", Math.floor(minutes / 1440)],
    ["hours", Math.floor((minutes % 1440) / 60)],
    ["minutes", minutes % 60],
  ]
  return parts.filter(([, count]) => count > 0)
}

function createLocale(language: Language, timeZone: string) {
  const words = wordsOf[language]
  // Read worldwide, so day before month.
  const locale = language === "en" ? "en-GB" : language
  const zoned = { timeZone }
  const zone = timeZone === "UTC" ? "UTC" : `(${timeZone})`
  const days = new Intl.DateTimeFormat(locale, { ...zoned, dateStyle: "medium" })
  const months = new Intl.DateTimeFormat(locale, { ...zoned, month: "long", year: "numeric" })
  const clocks = new Intl.DateTimeFormat(locale, { ...zoned, timeStyle: "short" })
  const moments = new Intl.DateTimeFormat(locale, {
    ...zoned,
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

  const day = (date: Date): string => days.format(date)
  const moment = (date: Date): string => `${moments.format(date)} ${zone}`

  return {
    language,
    direction: rightToLeft.has(language) ? ("rtl" as const) : ("ltr" as const),
    words,
    day,
    moment,
    month: (date: Date): string => months.format(date),
    time: (date: Date): Html => timeTag(date, moment(date), "moment"),
    /** "21 Nov 2026, 09:30 – 11:00 UTC", or both days if it ends on another day. */
    span(from: Date, to: Date): Html {
      const end = day(from) === day(to) ? `${clocks.format(to)} ${zone}` : moment(to)
      return html`${timeTag(from, moments.format(from), "start")} – ${timeTag(to, end, "end")}`
    },
    /** "2 hrs, 5 mins", at least a minute, in its two largest units. */
    length: (ms: number): string => durations.format(Object.fromEntries(unitsOf(ms).slice(0, 2))),
    /** "12 days", in its largest unit. */
    roughLength: (ms: number): string =>
      durations.format(Object.fromEntries(unitsOf(ms).slice(0, 1))),
    /** Never rounded up: 100 means no downtime at all. */
    percent: (percent: number): string =>
      percentIn(locale, percent, percent >= 100 ? {} : { most: 2, least: 2 }),
    wholePercent: (percent: number): string => percentIn(locale, percent, { most: 0 }),
    /** "24 hours ago", and "now". */
    hoursAgo: (hours: number): string =>
      hours === 0 ? now.format(0, "second") : ago.format(-hours, "hour"),
    milliseconds: (ms: number): string => milliseconds.format(Math.round(ms)),
    /** Each name keeps its own text direction. */
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
