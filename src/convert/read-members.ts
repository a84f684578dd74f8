import { z } from "zod"
import { needs, type Item } from "./item.ts"
import { isMembers, type Members } from "./source.ts"

/** Schemas of members in exports: absent equals null, and numbers and flags may be strings. */

const absent = z.union([z.null(), z.undefined()]).transform(() => undefined)
const optional = <T extends z.ZodType>(shape: T, error: string) =>
  z.union([shape, absent], { error }).optional()

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
export const members = optional(z.custom<Members>(isMembers), "should be an object")

/**
 * Valid members; each of the others gets a note without its value.
 * @param path path of the members within the item.
 */
export function readMembers<S extends z.ZodRawShape>(
  shape: S,
  raw: unknown,
  item: Pick<Item, "lossy"> & Partial<Pick<Item, "unfilled">>,
  path: string[] = [],
): Partial<z.output<z.ZodObject<S>>> {
  if (!isMembers(raw)) return {}
  const values: Members = {}
  for (const [name, schema] of Object.entries(shape) as [string, z.ZodType][]) {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (given === undefined || given === null) {
      values[name] = undefined
      continue
    }
    const parsed = schema.safeParse(given)
    if (parsed.success) values[name] = parsed.data
    else {
      const open = typeof given === "string" ? (item.unfilled?.(given) ?? []) : []
      const detail =
        open.length > 0 ? needs(open).slice(3) : (parsed.error.issues[0]?.message ?? "is broken")
      item.lossy(`"${[...path, name].join(".")}" ${detail} and was not imported`, ...path, name)
    }
  }
  return values as Partial<z.output<z.ZodObject<S>>>
}

/** The strings of a list; other elements get a note with their position. */
export function textsIn(
  given: unknown[] | undefined,
  item: Pick<Item, "lossy">,
  ...path: string[]
): string[] {
  return (given ?? []).flatMap((one, at) => {
    if (typeof one === "string" || typeof one === "number") return [String(one)]
    item.lossy(`"${[...path, at].join(".")}" should be text and was not imported`, ...path, at)
    return []
  })
}

/** Whether a flag is present but not valid. */
export const isUnclear = (raw: Members, name: string): boolean => !flag.safeParse(raw[name]).success
