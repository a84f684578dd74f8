import type { z } from "zod"
import type { codes } from "./codes.ts"
import type { Nested } from "./parameters.ts"

/** What a language needs besides its words. */
export type Format = {
  /** Findings within a finding, as one text. */
  say(findings: Nested): string
  /** At most `digits` after the decimal separator. */
  number(value: number, digits?: number): string
  /** "1 day", "3 days": the number with the form that it takes. */
  count(value: number, one: string, other: string): string
  /** Milliseconds as seconds with one digit: "2.0 s". */
  seconds(ms: number): string
  /** "a, b, c" */
  list(values: readonly string[]): string
}

/** One renderer for each code of a record; the compiler names the missing ones. */
export type WordsOf<Schemas extends Record<string, z.ZodType>> = {
  readonly [Code in keyof Schemas]: (parameters: z.output<Schemas[Code]>, format: Format) => string
}

export type Words = WordsOf<typeof codes>
