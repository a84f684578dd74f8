import { catch as fallback, z } from "zod/mini"

const word = fallback(z.optional(z.string()), undefined)
const oneOf = <const Words extends [string, ...string[]]>(words: Words) =>
  fallback(z.optional(z.enum(words)), undefined)

/** Search parameters of the list's URL. */
export const listSearch = z.object({
  search: word,
  status: oneOf(["offline", "degraded", "unknown", "operational", "paused"]),
  kind: word,
  label: word,
  policy: word,
  only: oneOf(["muted", "audible", "maintenance"]),
  sort: oneOf(["name", "created", "changed", "slowest", "checked"]),
  group: oneOf(["label"]),
  layout: oneOf(["grid"]),
})
export type ListSearch = z.infer<typeof listSearch>
