import { z } from "zod"
import { invalid } from "../errors.ts"
import { parse } from "../input.ts"
import type { WrittenEntry } from "./entry.ts"
import { entry } from "./entry.ts"

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
      $schema: z.string({ error: "must be text" }).optional(),
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

/** A document whose entries are right, as its JSON Schema tells it. */
export const document = documentOf(entry)

/** A document whose entries are still to be judged, each by itself. */
const envelope = documentOf(z.unknown())

export type WrittenDocument = { version: 1; monitors: WrittenEntry[] }

/**
 * The entries of a document.
 *
 * @throws {DomainError} validation_failed with pointers into the document.
 */
export const readDocument = (given: unknown): unknown[] => parse(envelope, given).monitors

/** @throws {DomainError} validation_failed where it is too long or not JSON. */
export function readText(text: string): unknown {
  if (Buffer.byteLength(text) > maxBytes) throw invalid("#", "must be at most 5 MiB")
  try {
    return JSON.parse(text)
  } catch (error) {
    // The message may quote the text, and the text may hold credentials.
    const [at] = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "") ?? []
    throw invalid("#", `must be JSON${at === undefined ? "" : `, and breaks at ${at}`}`)
  }
}

/** The same document gives the same bytes, which end as the lines of a repository do. */
export const printDocument = (given: WrittenDocument): string =>
  `${JSON.stringify(given, null, 2)}\n`
