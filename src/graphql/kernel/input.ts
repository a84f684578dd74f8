import { z } from "zod"
import { text, uuid as id } from "../../platform/text-schema.ts"
import { DomainError, type Issue } from "./errors.ts"

/** A name: trimmed and not empty. */
export const name = text(200).trim().min(1, "must not be empty")
export const description = text(5000)
export const note = text(50_000)
export { id }

const oneOf = new Intl.ListFormat("en-GB")

/** The members of an update, each optional, at least one of them given. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).partial().refine(hasChange, missingChange(shape))

/** The same with the id of what is updated. */
export const changesOfRow = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ id, ...z.object(shape).partial().shape }).refine(hasChange, missingChange(shape))

const hasChange = (values: object): boolean =>
  Object.entries(values).some(([name, value]) => name !== "id" && value !== undefined)

const missingChange = (shape: object) => ({
  error: `must contain at least one of ${oneOf.format(Object.keys(shape))}`,
})

export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "must be a color such as #d92d20")
  .toLowerCase()

export const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: `must be a whole number from ${min} to ${max}` })
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`)

/**
 * Input of a schema as GraphQL passes it, before zod has read it: any text where the schema wants one of a list, and
 * null where a member may be absent.
 */
export type Asked<T> = T extends string
  ? string
  : T extends Date
    ? T
    : T extends readonly (infer One)[]
      ? readonly Asked<One>[]
      : T extends object
        ? { [K in keyof T]: Asked<T[K]> | (undefined extends T[K] ? null | undefined : never) }
        : T

/** @throws {DomainError} validation_failed with one issue per broken rule, naming its field. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((issue): Issue => ({
    pointer: pointerTo(issue.path),
    detail: isMissing(issue, input) ? required : detailOf(issue),
  }))
  const first = issues[0]
  throw new DomainError(
    "validation_failed",
    `The input is not valid: ${first?.pointer} ${first?.detail}`,
    issues,
  )
}

export const required = "is required"

/** Whether the rule was broken because the member is missing. */
export function isMissing({ code, path }: z.core.$ZodIssue, input: unknown): boolean {
  if (code === "custom" || path.length === 0) return false
  const found = path.reduce<unknown>(
    (at, part) =>
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[part] : null,
    input,
  )
  return found === undefined
}

const named: Record<string, string> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  boolean: "true or false",
}

/** The schema's message; replaces zod's default messages. */
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

/** A JSON pointer as a URI fragment, but not percent-encoded (RFC 6901, sections 3 and 6). */
export const pointerTo = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (pointer, part) => `${pointer}/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    "#",
  )

/** In GraphQL, null clears a field and undefined leaves it unchanged; Prisma needs undefined members removed. */
export function given<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as never
}

/** Arguments whose null means the same as leaving them out, except the `cleared` ones. */
export function omitNulls<T extends object, Cleared extends keyof T & string = never>(
  args: T,
  ...cleared: Cleared[]
): { [K in keyof T]: K extends Cleared ? T[K] : Exclude<T[K], null> } {
  const isGiven = ([name, value]: [string, unknown]) =>
    value !== null || (cleared as string[]).includes(name)
  return Object.fromEntries(Object.entries(args).filter(isGiven)) as never
}
