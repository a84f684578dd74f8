import { DomainError } from "../../kernel/errors.ts"
import type { Size } from "./measure.ts"

/** Lexical tokens of a document; the parser stops at this number. */
export const maxTokens = 2000

/** A page of 100 rows with pages of 25 inside costs about 10,000. */
export const documentLimits: Size = {
  depth: 12,
  introspectionDepth: 20,
  rootFields: 20,
  siblings: 200,
  aliases: 50,
  directives: 20,
  cost: 50_000,
}

const advice: Record<keyof Size, (size: number, limit: number) => string> = {
  depth: (size, limit) =>
    `The document is ${size} levels deep; at most ${limit} are allowed. Query deeper objects by their id.`,
  introspectionDepth: (size, limit) =>
    `The introspection is ${size} levels deep; at most ${limit} are allowed.`,
  rootFields: (size, limit) =>
    `The operation has ${size} fields at its root; at most ${limit} are allowed. Send several requests.`,
  siblings: (size, limit) =>
    `One selection has ${size} fields and fragments; at most ${limit} are allowed.`,
  aliases: (size, limit) =>
    `The operation uses ${size} aliases; at most ${limit} are allowed. Send several requests.`,
  directives: (size, limit) =>
    `The operation uses ${size} directives; at most ${limit} are allowed.`,
  cost: (size, limit) =>
    `The operation may select ${size.toLocaleString("en")} fields; at most ` +
    `${limit.toLocaleString("en")} are allowed. Request smaller pages with first, or fewer fields per row.`,
}

/** The first limit that an operation exceeds, or null. */
export function refuseSize(size: Size): DomainError | null {
  for (const name of Object.keys(documentLimits) as (keyof Size)[]) {
    if (size[name] > documentLimits[name]) {
      return new DomainError("validation_failed", advice[name](size[name], documentLimits[name]))
    }
  }
  return null
}
