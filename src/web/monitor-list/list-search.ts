import { oneOf, searchSchema, word, type SearchOf } from "../layout/search-schema.ts"

/** Search parameters of the list's URL. */
export const listSearch = searchSchema({
  search: word,
  status: oneOf("offline", "degraded", "unknown", "operational", "paused"),
  kind: word,
  label: word,
  policy: word,
  only: oneOf("muted", "audible", "maintenance"),
  sort: oneOf("name", "created", "changed", "slowest", "checked"),
  group: oneOf("label"),
  layout: oneOf("grid"),
})
export type ListSearch = SearchOf<typeof listSearch>
