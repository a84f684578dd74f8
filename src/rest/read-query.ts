import type { z } from "zod"
import type { Operation } from "./operation.ts"
import { refuseFaults, type Fault } from "../http/refusal.ts"

export const defaultLimit = 25
export const mostRows = 100
/** Cursors contain sort keys, such as names. */
export const cursorLength = 2048

export type Query = { limit: number; after: string | null; query: Record<string, unknown> }

const none: Query = { limit: defaultLimit, after: null, query: {} }

/** @throws {Refusal} validation_failed naming each parameter at fault. */
export function readQuery({ query: schema, isList }: Operation, text: string): Query {
  const isPlain = Object.keys(schema.shape).length === 0
  if (text === "" && isPlain) return none
  const faults: Fault[] = []
  const given = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    const isKnown =
      Object.hasOwn(schema.shape, name) || (isList && (name === "limit" || name === "after"))
    const parameter = name.slice(0, 100)
    if (!isKnown) faults.push({ parameter, detail: unknown(schema, isList) })
    else if (given.has(name)) faults.push({ parameter, detail: "must be given only once" })
    else given.set(name, value)
  }
  const limit = readLimit(given.get("limit"))
  if (limit === null) {
    faults.push({ parameter: "limit", detail: `must be a whole number from 1 to ${mostRows}` })
  }
  const after = given.get("after") ?? null
  given.delete("limit")
  given.delete("after")
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (!parsed.success) faults.push(...parsed.error.issues.map(toFault))
  if (faults.length > 0 || limit === null || !parsed.success) throw refuseFaults(faults)
  return { limit, after, query: parsed.data }
}

function readLimit(text: string | undefined): number | null {
  if (text === undefined) return defaultLimit
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= mostRows ? limit : null
}

const toFault = ({ path, message }: z.core.$ZodIssue): Fault => ({
  parameter: String(path[0]),
  detail: message,
})

function unknown(schema: z.ZodObject, isList: boolean): string {
  const known = [...Object.keys(schema.shape), ...(isList ? ["limit", "after"] : [])]
  return known.length === 0
    ? "is unknown; this operation takes no parameters"
    : `is unknown; known parameters are ${known.join(", ")}`
}
