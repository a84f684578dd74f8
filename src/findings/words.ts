import type { z } from "zod"
import type { codes } from "./codes.ts"
import type { Nested } from "./parameters.ts"

/** What a language needs besides its words. */
export type Format = {
  /** Findings within a finding, as one text. */
  say(findings: Nested): string
  /** At most `digits` after the decimal separator. */
  number(value: number, digits?: number): string
  /** "61%", from 0 to 100, rounded down. */
  percent(value: number): string
  /** "1 day", "3 days": the number with the form that it takes. */
  count(value: number, one: string, other: string): string
  /** Milliseconds as seconds with one digit: "2.0 s". */
  seconds(ms: number): string
  /** Milliseconds in the two largest units: "50 s", "3 h 20 min". */
  duration(ms: number): string
  /** A moment in ISO 8601 as "2026-11-20 03:10:00 UTC". */
  moment(at: string): string
  /** A measured value with three significant digits: "1,234", "0.0125". */
  figure(value: number): string
  /** "a, b, c" */
  list(values: readonly string[]): string
  /** "a, b and c" */
  and(values: readonly string[]): string
}

/** With a capital at its beginning, unless evidence begins it. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** One renderer for each code of a record; the compiler names the missing ones. */
export type WordsOf<Schemas extends Record<string, z.core.$ZodType>> = {
  readonly [Code in keyof Schemas]: (parameters: z.output<Schemas[Code]>, format: Format) => string
}

export type Words = WordsOf<typeof codes>
