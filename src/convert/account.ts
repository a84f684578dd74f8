import type { Item } from "./item.ts"
import { below, isFilled, isMembers } from "./source.ts"
import { clip, oneLine } from "./convert-messages.ts"

/**
 * How a member of an export is handled. `carried` and `noted` are up to the converter: it imports the member or
 * adds a note. `lost` adds a note for each monitor that sets it, except to a default; `beside` is counted once for
 * the whole export; `ignored` does not affect monitoring.
 */
type Fate =
  | "carried"
  | "noted"
  | "ignored"
  | { lost: string; unless?: readonly unknown[] }
  | { beside: string }
  /** An object, or a list of objects, with a table of its own. */
  | { in: Table }

/** Members of an object in an export. Members in no table are reported as unknown. */
export type Table = { readonly [member: string]: Fate }

const members =
  (fate: Fate) =>
  ([names = ""]: TemplateStringsArray): Table =>
    Object.fromEntries(names.match(/\S+/g)?.map((name) => [name, fate]) ?? [])

/** Members with the same fate, by their names. */
export const carried = members("carried")
export const noted = members("noted")
export const ignored = members("ignored")

type Tell = {
  item: Pick<Item, "lossy">
  /** @param what settings that belong to the monitor but are not part of it. */
  beside(what: string): void
  /** @param path a member that is in no table. */
  unknown(path: string, pointer: string): void
}

/** Checks every member of an object against its table and reports what is not imported. */
export function account(value: unknown, table: Table, pointer: string, tell: Tell): void {
  walk(value, table, [], pointer, tell)
}

function walk(value: unknown, table: Table, path: string[], pointer: string, tell: Tell): void {
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) walk(one, table, path, below(pointer, at), tell)
    return
  }
  if (!isMembers(value)) return
  for (const [name, held] of Object.entries(value)) {
    const fate = Object.hasOwn(table, name) ? table[name] : undefined
    const at = [...path, name]
    if (fate === undefined) {
      if (says(held)) tell.unknown(nameOf(at), below(pointer, name))
    } else if (typeof fate === "string") continue
    else if ("in" in fate) walk(held, fate.in, at, below(pointer, name), tell)
    else if (!isFilled(held)) continue
    else if ("beside" in fate) tell.beside(fate.beside)
    else if (!(fate.unless ?? []).includes(held)) tell.item.lossy(fate.lost, ...at)
  }
}

const says = (held: unknown): boolean =>
  isFilled(held) || held === false || (typeof held === "number" && !Number.isNaN(held))

const nameOf = (path: string[]): string => clip(oneLine(path.join(".")), 100)

/** Members such as YAML anchors, which the product ignores too. */
export const isPrivate = (name: string): boolean => /^[._]|^x-/.test(name)
