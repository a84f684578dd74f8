import { z } from "zod"

export type Json = { [member: string]: unknown }

/** Gathers the named schemas that others refer to, for components.schemas. */
export function createSchemas() {
  const named: Record<string, Json> = {}

  /** JSON Schema (2020-12) of what is sent (`input`) or answered (`output`). */
  function write(schema: z.ZodType, io: "input" | "output"): Json {
    const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(schema, { io })
    for (const [name, definition] of Object.entries($defs)) {
      named[name] = open(refer(definition), io)
    }
    return open(refer(written), io)
  }

  return { write, named }
}

/** References as an OpenAPI document writes them. */
function refer(value: unknown): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

/** What zod says of a text beside its pattern, though no standard knows it. */
const foreignFormats = new Set<unknown>(["starts_with", "ends_with", "includes", "regex"])

/** Answers may gain members within /v1, so a client must not refuse those it does not know. */
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
