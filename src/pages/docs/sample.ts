import { z } from "zod"

/** As much of JSON Schema as the documents of this server use. */
const schema = z.object({
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})

const named: Record<string, string> = {
  uuid: "0199aa10-4a7e-7c31-9d52-3f1c5b0a7e24",
  "date-time": "2026-11-21T18:00:00.000Z",
}
const plain: Record<string, unknown> = { string: "…", boolean: false, integer: 1, number: 1 }

/** An example value for a schema. @param parts by the name that `$ref` ends with. */
export function sampleOf(given: unknown, parts: Readonly<Record<string, unknown>>): unknown {
  const one = schema.parse(given)
  if (one.$ref !== undefined) return sampleOf(parts[one.$ref.split("/").at(-1) ?? ""], parts)
  if (one.const !== undefined) return one.const
  if (one.enum !== undefined) return one.enum[0]
  if (one.anyOf !== undefined) return sampleOf(one.anyOf[0], parts)
  const type = Array.isArray(one.type) ? (one.type[0] ?? "null") : (one.type ?? "null")
  if (type === "array") return one.items === undefined ? [] : [sampleOf(one.items, parts)]
  if (type === "object") {
    const members = Object.entries(one.properties ?? {})
    return Object.fromEntries(members.map(([name, member]) => [name, sampleOf(member, parts)]))
  }
  if (one.pattern?.startsWith("^#") === true) return "#3f4fd0"
  if (one.pattern?.endsWith("{64}$") === true) return "9f86d081884c7d65".repeat(4)
  return (one.format === undefined ? undefined : named[one.format]) ?? plain[type] ?? null
}
