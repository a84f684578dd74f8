import { z } from "zod"
import { codes } from "./codes.ts"
import { english } from "./english.ts"
import type { Code, Finding } from "./finding.ts"
import { german } from "./german.ts"
import { evidenceMarks, type Nested } from "./parameters.ts"
import type { Format, Words } from "./words.ts"

/** Languages of findings, as BCP 47 tags. */
export type FindingLanguage = "en" | "de"

const languages: Record<FindingLanguage, Words> = { en: english, de: german }

/** A piece of a rendered text. */
export type Part = { text: string; isEvidence: boolean }

/** Stand in for evidence while a language builds its sentence, so that no language can change it. */
const open = "\uE000"
const close = "\uE001"
const token = /\uE000(\d+)\uE001/

/** The findings as one text, each sentence after the other. */
export const say = (findings: Nested, language: FindingLanguage = "en"): string =>
  sayInParts(findings, language)
    .map(({ text }) => text)
    .join("")

/** The same in pieces, with evidence apart. */
export function sayInParts(findings: Nested, language: FindingLanguage = "en"): Part[] {
  const seen: string[] = []
  const hide = (text: string) => `${open}${seen.push(text) - 1}${close}`
  const format = formatOf(language, (nested) => nested.map(sentence).join(" "))
  const sentence = (one: Nested[number]) =>
    wordsOf(one as Finding, languages[language], hide, format)
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
  { code, parameters }: { code: Code; parameters: object },
  words: Words,
  hide: (text: string) => string,
  format: Format,
): string {
  const render: (parameters: never, format: Format) => string = words[code]
  return render(masked(codes[code], parameters, hide) as never, format)
}

/** The parameters with `hide` applied to evidence. Findings among them are left to `Format.say`. */
function masked(schema: z.core.$ZodType, value: unknown, hide: (text: string) => string): unknown {
  if (value === null || value === undefined) return value
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return masked(schema.unwrap(), value, hide)
  }
  if (schema instanceof z.ZodString) {
    return evidenceMarks.has(schema) ? hide(z.string().parse(value)) : value
  }
  if (schema instanceof z.ZodArray) {
    return z
      .array(z.unknown())
      .parse(value)
      .map((one) => masked(schema.element, one, hide))
  }
  if (!(schema instanceof z.ZodObject)) return value
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, one]) => [name, masked(schema.shape[name] ?? z.unknown(), one, hide)]),
  )
}

const plurals: Record<FindingLanguage, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  de: new Intl.PluralRules("de"),
}

function formatOf(language: FindingLanguage, say: Format["say"]): Format {
  const number: Format["number"] = (value, digits = 3) =>
    value.toLocaleString(language, { maximumFractionDigits: digits })
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return {
    say,
    number,
    count: (value, single, other) =>
      `${number(value)} ${plurals[language].select(value) === "one" ? single : other}`,
    seconds: (ms) => `${(ms / 1000).toLocaleString(language, one)} s`,
    list: (values) => values.join(", "),
  }
}
