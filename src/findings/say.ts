import { z } from "zod"
import { codes } from "./codes.ts"
import { english } from "./english.ts"
import { readFinding, type Finding } from "./finding.ts"
import { german } from "./german.ts"
import { evidenceMarks } from "./parameters.ts"
import { percentIn } from "./percent.ts"
import type { Format, Words } from "./words.ts"

/** Languages of findings, as BCP 47 tags. */
export const findingLanguages = ["en", "de"] as const
export type FindingLanguage = (typeof findingLanguages)[number]

/** The stored language of an account if findings have words in it, else English. */
export const findingLanguage = (stored?: unknown): FindingLanguage =>
  findingLanguages.find((one) => one === stored) ?? "en"

const languages: Record<FindingLanguage, Words> = { en: english, de: german }

/** A piece of a rendered text. */
export type Part = { text: string; isEvidence: boolean }

/** Stand in for evidence while a language builds its sentence, so that no language can change it. */
const open = "\uE000"
const close = "\uE001"
const token = /\uE000(\d+)\uE001/
const tokenMarks = /[\uE000\uE001]/g

/** A failed check is said several times on its way to the database; findings never change. */
const texts: Record<FindingLanguage, WeakMap<object, string>> = {
  en: new WeakMap(),
  de: new WeakMap(),
}

/** The findings as one text, each sentence after the other. */
export function say(findings: readonly Finding[], language: FindingLanguage = "en"): string {
  // One finding is the same in each list of its own.
  const key = (findings.length === 1 && findings[0]) || findings
  const known = texts[language].get(key)
  if (known !== undefined) return known
  const parts = sayInParts(findings, language)
  const text = parts.map((part) => part.text).join("")
  texts[language].set(key, text)
  return text
}

/** The same; null without findings. */
export const reasonOf = (
  findings: readonly Finding[],
  language: FindingLanguage = "en",
): string | null => (findings.length === 0 ? null : say(findings, language))

/** The findings with the words of each, as programs read them. */
export const withTexts = (findings: readonly Finding[], language: FindingLanguage = "en") =>
  findings.map((one) => ({
    ...one,
    text: say([one], language),
  }))

/**
 * The same in pieces, with evidence apart.
 *
 * @param moment how the reader's zone writes a moment in ISO 8601; in UTC by default.
 */
export function sayInParts(
  findings: readonly Finding[],
  language: FindingLanguage = "en",
  moment: Format["moment"] = momentInUtc,
): Part[] {
  const seen: string[] = []
  const hide = (text: string) => `${open}${seen.push(text) - 1}${close}`
  const format: Format = {
    ...formatOf[language],
    moment,
    say: (nested) => nested.map(readFinding).map(sentence).join(" "),
  }
  const sentence = (one: Finding) => wordsOf(one, languages[language], hide, format)
  return findings
    .map(sentence)
    .join(" ")
    .split(token)
    .map((text, at) =>
      at % 2 === 0
        ? { text, isEvidence: false }
        : { text: seen[Number(text)] ?? "", isEvidence: true },
    )
    .filter(({ text }) => text !== "")
}

function wordsOf(
  { code, parameters }: Finding,
  words: Words,
  hide: (text: string) => string,
  format: Format,
): string {
  const render: (parameters: never, format: Format) => string = words[code]
  return render((maskOf(codes[code])?.(parameters, hide) ?? parameters) as never, format)
}

/** A value with `hide` applied to evidence. */
type Mask = (value: unknown, hide: (text: string) => string) => unknown

const masks = new WeakMap<z.core.$ZodType, Mask | null>()

/** Found once for each schema; null if values of it stay as they are. Findings among them are left to `Format.say`. */
function maskOf(schema: z.core.$ZodType): Mask | null {
  const known = masks.get(schema)
  if (known !== undefined) return known
  const mask = makeMask(schema)
  masks.set(schema, mask)
  return mask
}

function makeMask(schema: z.core.$ZodType): Mask | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return maskOf(schema.unwrap())
  }
  if (schema instanceof z.ZodString) {
    const isEvidence = evidenceMarks.has(schema)
    return (value, hide) => {
      if (typeof value !== "string") return value
      return isEvidence ? hide(value) : value.replaceAll(tokenMarks, "")
    }
  }
  if (schema instanceof z.ZodArray) {
    const each = maskOf(schema.element)
    return (
      each &&
      ((value, hide) => (Array.isArray(value) ? value.map((one) => each(one, hide)) : value))
    )
  }
  if (!(schema instanceof z.ZodObject)) return null
  const members = Object.entries(schema.shape).flatMap(([name, member]) => {
    const mask = maskOf(member)
    return mask === null ? [] : [[name, mask] as const]
  })
  if (members.length === 0) return null
  return (value, hide) => {
    if (typeof value !== "object" || value === null) return value
    const copy: Record<string, unknown> = { ...value }
    for (const [name, mask] of members) copy[name] = mask(copy[name], hide)
    return copy
  }
}

const plurals: Record<FindingLanguage, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  de: new Intl.PluralRules("de"),
}

const lists: Record<FindingLanguage, Intl.ListFormat> = {
  en: new Intl.ListFormat("en-GB"),
  de: new Intl.ListFormat("de"),
}

/** Made once: a formatter takes longer to make than to use. */
function makeNumbers(language: FindingLanguage) {
  const byDigits = new Map<number, Intl.NumberFormat>()
  return {
    tenths: new Intl.NumberFormat(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
    significant: new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }),
    digitsOf(maximumFractionDigits: number): Intl.NumberFormat {
      const made =
        byDigits.get(maximumFractionDigits) ??
        new Intl.NumberFormat(language, { maximumFractionDigits })
      byDigits.set(maximumFractionDigits, made)
      return made
    },
  }
}

const momentInUtc: Format["moment"] = (at) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

function makeFormat(language: FindingLanguage): Omit<Format, "say" | "moment"> {
  const { tenths, digitsOf, significant } = makeNumbers(language)
  const number: Format["number"] = (value, digits = 3) => digitsOf(digits).format(value)
  return {
    number,
    percent: (value) => percentIn(language, value),
    count: (value, single, other) =>
      `${number(value)} ${plurals[language].select(value) === "one" ? single : other}`,
    seconds: (ms) => `${tenths.format(ms / 1000)} s`,
    duration,
    figure: (value) =>
      Math.abs(value) >= 100 || Number.isInteger(value)
        ? number(Math.round(value))
        : significant.format(value),
    list: (values) => values.join(", "),
    and: (values) => lists[language].format(values),
  }
}

const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const

/** Units as SI writes them, which languages share. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const at = units.findIndex(([, size]) => seconds >= size)
  const [large, small] = at === -1 ? units.slice(-1) : units.slice(at, at + 2)
  if (large === undefined) return "0 s"
  const rest = small === undefined ? 0 : Math.floor((seconds % large[1]) / small[1])
  const whole = `${Math.floor(seconds / large[1])} ${large[0]}`
  return rest === 0 || small === undefined ? whole : `${whole} ${rest} ${small[0]}`
}

const formatOf: Record<FindingLanguage, Omit<Format, "say" | "moment">> = {
  en: makeFormat("en"),
  de: makeFormat("de"),
}
