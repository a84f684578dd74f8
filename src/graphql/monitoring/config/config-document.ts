import { z } from "zod"
import { invalid } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { entry, type WrittenEntry } from "./config-entry.ts"

/** The document that monitors travel in between projects, installations and repositories. */

const maxEntries = 1000
export const maxBytes = 5 * 2 ** 20

const version = z.literal(1, { error: "must be 1, the one version there is" })
const entries = <T extends z.ZodType>(one: T) =>
  z
    .array(one, { error: "must be a list of monitors" })
    .max(maxEntries, `must be at most ${maxEntries.toLocaleString("en")} monitors`)

export const documentOf = <T extends z.ZodType>(one: T) =>
  z.strictObject(
    {
      /** What editors find the schema by. */
      $schema: z
        .string({ error: "must be a string" })
        .max(2048, "must be at most 2,048 characters long")
        .optional(),
      version,
      monitors: entries(one),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `must not have ${issue.keys.join(", ")}; a document has version and monitors`
          : 'must be an object such as {"version": 1, "monitors": []}',
    },
  )

/** A document with valid entries, as described by its JSON Schema. */
export const document = documentOf(entry)

/** A document whose entries are validated one by one. */
const envelope = documentOf(z.unknown())

export type WrittenDocument = { version: 1; monitors: WrittenEntry[] }

/**
 * The entries of a document.
 *
 * @throws {DomainError} validation_failed with pointers into the document.
 */
export const readDocument = (given: unknown): unknown[] => parse(envelope, given).monitors

/** @throws {DomainError} validation_failed if the text is too long or not JSON. */
export function readText(text: string): unknown {
  if (Buffer.byteLength(text) > maxBytes) throw invalid("#", "must be at most 5 MiB")
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser's message may quote credentials from the text.
    const [at] = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "") ?? []
    throw invalid("#", `must be JSON${at === undefined ? "" : `, and breaks at ${at}`}`)
  }
}

/** Deterministic output with a final line break. */
export const printDocument = (given: WrittenDocument): string =>
  `${JSON.stringify(given, null, 2)}\n`
