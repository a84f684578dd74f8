import type { Json } from "./schemas.ts"

/** Maximum length by format; times have nanoseconds and an offset at most. */
const longest: Record<string, number> = { uuid: 36, "date-time": 35, uri: 2048 }

const isWithinInt32 = (value: unknown): boolean =>
  typeof value === "number" && Math.abs(value) < 2 ** 31

/** Adds the bounds implied by formats, which some generators and scanners require. */
export const withBounds = (document: Json): Json => bounded(document) as Json

function bounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bounded)
  if (typeof value !== "object" || value === null) return value
  const schema = value as Json
  const entries = Object.entries(schema).map(([name, member]) => [
    name,
    // Examples are not schemas.
    name === "example" || name === "examples" ? member : bounded(member),
  ])
  return { ...Object.fromEntries(entries), ...implied(schema) }
}

function implied({ type, format, minimum, maximum, maxLength }: Json): Json {
  if (type === "integer") {
    const isSmall = isWithinInt32(minimum) && isWithinInt32(maximum)
    return { format: isSmall ? "int32" : "int64" }
  }
  if (type !== "string" || typeof format !== "string" || maxLength !== undefined) return {}
  const most = longest[format]
  return most === undefined ? {} : { maxLength: most }
}
