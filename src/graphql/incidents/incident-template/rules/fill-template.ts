import { z } from "zod"
import { DomainError } from "../../../kernel/errors.ts"
import { text } from "../../../../platform/text-schema.ts"

const placeholder = /\{\{\s*([a-z][a-z0-9_]{0,49})\s*\}\}/gi

/** Names of the placeholders, without duplicates, in order of appearance. */
export const placeholdersOf = (words: string): string[] => [
  ...new Set([...words.matchAll(placeholder)].map(([, name = ""]) => name.toLowerCase())),
]

/** Values for the placeholders. */
export const values = z
  .array(z.object({ name: text(50).trim().toLowerCase(), value: text(5000) }), {
    error: "must be a list of names with their values",
  })
  .max(50, "must be at most 50 values")
export type Values = z.output<typeof values>

/** More than any filled text may have: one placeholder can stand ten thousand times in a body. */
const mostFilled = 200_000

/**
 * Fills the placeholders of a template. Values are inserted as they are: braces in them have no meaning.
 *
 * @throws {DomainError} validation_failed at `#/values`, naming every placeholder without a value, or if the text
 *   would be far too long.
 */
export function fill(words: string, given: Values): string {
  const byName = new Map(given.map(({ name, value }) => [name, value]))
  const valueOf = (name = "") => byName.get(name.toLowerCase()) ?? ""
  const missing = placeholdersOf(words).filter((name) => !byName.has(name))
  if (missing.length > 0) {
    throw wrong(`must give a value for ${missing.join(", ")}`)
  }
  const length = words
    .matchAll(placeholder)
    .reduce((sum, [whole, name]) => sum + valueOf(name).length - whole.length, words.length)
  if (length > mostFilled) throw wrong("makes the text too long: shorten the values")
  return words.replaceAll(placeholder, (_, name: string) => valueOf(name))
}

const wrong = (detail: string) =>
  new DomainError("validation_failed", `The input is not valid: #/values ${detail}`, [
    { pointer: "#/values", detail },
  ])
