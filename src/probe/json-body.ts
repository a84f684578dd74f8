import type { Value } from "./compare.ts"

type Location = readonly (string | number)[]

/** A parsed body, whose numbers are kept as they are written: a double would round them. */
export type JsonBody = {
  value: unknown
  /** The value at a location: a string as it is, anything else as JSON. */
  at(location: Location): Value
}

/** Parses on first use; the result is null if the body is not JSON. */
export function parseOnce(text: string): () => JsonBody | null {
  let parsed: JsonBody | null | undefined
  return () => {
    if (parsed === undefined) parsed = parse(text.replace(/^\uFEFF/, ""))
    return parsed
  }
}

function parse(text: string): JsonBody | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The caller reports a body that is not JSON.
    return null
  }
  let exact: unknown
  return {
    value,
    at(location) {
      const found = follow(value, location)
      if (typeof found === "string") return { text: found }
      if (typeof found === "number" || (typeof found === "object" && found !== null)) {
        exact ??= mayRound.test(text) ? JSON.parse(text, keepSource) : value
        const written = JSON.stringify(follow(exact, location))
        return { text: written, isNumber: typeof found === "number" }
      }
      return { text: JSON.stringify(found) }
    },
  }
}

/** Parsing with sources takes several times as long, so only if a number may not be written as JavaScript would. */
const mayRound = /\d{16}|\.\d*0(?!\d)|\d[eE]|-0(?!\.)/

// The types lack both (ECMAScript 2026, JSON.parse with source text).
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }
const keepSource = (_key: string, value: unknown, context?: { source?: string }): unknown => {
  const source = context?.source
  if (typeof value !== "number" || source === undefined || String(value) === source) return value
  return rawJSON(source)
}

const follow = (from: unknown, location: Location): unknown => {
  let at = from
  for (const part of location) at = (at as Record<string | number, unknown>)[part]
  return at
}
