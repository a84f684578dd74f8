import { z } from "zod"

export type Json = { [member: string]: unknown }

/** Collects named schemas for components.schemas. */
export function createSchemas() {
  const named: Record<string, Json> = {}

  /** JSON Schema (2020-12) of a request (`input`) or response (`output`). */
  function write(schema: z.ZodType, io: "input" | "output"): Json {
    const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(schema, { io })
    for (const [name, definition] of Object.entries($defs)) {
      named[name] = open(refer(definition), io)
    }
    return open(refer(written), io)
  }

  return { write, named }
}

/** Rewrites references for OpenAPI. */
function refer(value: unknown): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

/** Non-standard formats that zod writes next to a pattern. */
const foreignFormats = new Set<unknown>(["starts_with", "ends_with", "includes", "regex"])

/** Responses may gain fields within /v1, so clients must accept unknown ones. */
function open<T>(value: T, io: "input" | "output"): T {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((one) => open<unknown>(one, io)) as T
  const entries = Object.entries(value).filter(
    ([name, member]) =>
      !(io === "output" && name === "additionalProperties" && member === false) &&
      !(name === "format" && foreignFormats.has(member)),
  )
  return Object.fromEntries(entries.map(([name, member]) => [name, open<unknown>(member, io)])) as T
}
