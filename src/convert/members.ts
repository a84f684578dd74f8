import { z } from "zod"
import type { Item } from "./item.ts"
import type { Members } from "./source.ts"
import { isFilled, isMembers } from "./source.ts"

/** The members of exports: absent and null are the same, and numbers and flags may be written as text. */

const absent = z.union([z.null(), z.undefined()]).transform(() => undefined)
const optional = <T extends z.ZodType>(shape: T, error: string) =>
  z.union([absent, shape], { error }).optional()

const numeric = z
  .string()
  .regex(/^\s*-?\d{1,15}(\.\d{1,9})?\s*$/)
  .transform(Number)
const empty = z.literal("").transform(() => undefined)

export const text = optional(z.union([z.string(), z.number().transform(String)]), "should be text")
export const number = optional(z.union([z.number(), numeric, empty]), "should be a number")
export const flag = optional(
  z.union([
    z.boolean(),
    z.union([z.literal(1), z.literal("1"), z.literal("true")]).transform(() => true),
    z.union([z.literal(0), z.literal("0"), z.literal("false")]).transform(() => false),
  ]),
  "should be true or false",
)
export const list = optional(z.array(z.unknown()), "should be a list")
export const members = optional(z.custom<Members>(isMembers), "should hold members of its own")

/**
 * The members that are as they should be; each of the others is told in a note, by its name alone.
 *
 * @param path where the members stand inside the item.
 */
export function readMembers<S extends z.ZodRawShape>(
  shape: S,
  raw: unknown,
  item: Pick<Item, "lossy">,
  path: string[] = [],
): Partial<z.output<z.ZodObject<S>>> {
  if (!isMembers(raw)) return {}
  const values: Members = {}
  for (const [name, schema] of Object.entries(shape) as [string, z.ZodType][]) {
    const parsed = schema.safeParse(Object.hasOwn(raw, name) ? raw[name] : undefined)
    if (parsed.success) values[name] = parsed.data
    else {
      const detail = parsed.error.issues[0]?.message ?? "is broken"
      item.lossy(`"${[...path, name].join(".")}" ${detail} and was left out`, ...path, name)
    }
  }
  return values as Partial<z.output<z.ZodObject<S>>>
}

/** The texts of a list; anything else in it is told by its place. */
export function textsIn(
  given: unknown[] | undefined,
  item: Pick<Item, "lossy">,
  ...path: string[]
): string[] {
  return (given ?? []).flatMap((one, at) => {
    if (typeof one === "string" || typeof one === "number") return [String(one)]
    item.lossy(`"${[...path, at].join(".")}" should be text and was left out`, ...path, at)
    return []
  })
}

/** Tells of every member that is set and has no counterpart here. */
export function tellFilled(
  raw: Members,
  item: Pick<Item, "lossy">,
  losses: Record<string, string>,
): void {
  for (const [name, detail] of Object.entries(losses)) {
    if (Object.hasOwn(raw, name) && isFilled(raw[name])) item.lossy(detail, name)
  }
}

/** True where a flag is given and cannot be read, so that nobody knows which way is meant. */
export const isUnclear = (raw: Members, name: string): boolean => !flag.safeParse(raw[name]).success
