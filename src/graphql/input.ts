import { z } from "zod"
import { DomainError } from "./errors.ts"
import type { Issue } from "./errors.ts"

/** Text that PostgreSQL and every renderer can hold: no NUL, no lone surrogate. Lengths in UTF-16 units. */
export const text = (max: number) =>
  z
    .string({ error: "must be text" })
    .refine((value) => !value.includes("\u0000"), "must not contain a NUL character")
    .refine((value) => value.isWellFormed(), "must not contain half of a surrogate pair")
    .max(max, `must be at most ${max.toLocaleString("en")} characters long`)

/** A text that names something: trimmed, and not empty. */
export const name = text(200).trim().min(1, "must not be empty")
export const description = text(5000)
export const note = text(50_000)
/** In lower case, as PostgreSQL writes it, so that ids compare as text. */
export const id = z.uuid({ error: "must be a UUID" }).toLowerCase()
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #d92d20")
  .toLowerCase()

export const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: `must be a whole number from ${min} to ${max}` })
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`)

/** @throws {DomainError} validation_failed with one issue for each broken rule, naming its field. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((issue): Issue => ({
    pointer: pointerTo(issue.path),
    detail: detailOf(issue),
  }))
  const first = issues[0]
  throw new DomainError(
    "validation_failed",
    `The input is not valid: ${first?.pointer} ${first?.detail}`,
    issues,
  )
}

const named: Record<string, string> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  boolean: "true or false",
}

/** What the schema says, or where it leaves the words to zod, ours. */
function detailOf({ code, message, ...issue }: z.core.$ZodIssue): string {
  if (code === "unrecognized_keys" && "keys" in issue) {
    const members = new Intl.ListFormat("en").format(
      issue.keys.slice(0, 5).map((one) => one.slice(0, 100)),
    )
    return `must not have the member${issue.keys.length === 1 ? "" : "s"} ${members}`
  }
  const isPlain = code === "invalid_type" && message.startsWith("Invalid input")
  const wanted = isPlain && "expected" in issue ? named[issue.expected] : undefined
  return wanted === undefined ? message : `must be ${wanted}`
}

/** A JSON pointer as the fragment of a URI, but not percent-encoded (RFC 6901, sections 3 and 6). */
export const pointerTo = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (pointer, part) => `${pointer}/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    "#",
  )

/** GraphQL gives null for "clear it" and undefined for "leave it"; Prisma wants no undefined members. */
export function given<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as never
}
