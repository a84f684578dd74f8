import { z } from "zod"
import { document } from "./document.ts"

/** JSON Schema (2020-12) of a document, for editors and for whoever makes one. */
export function documentSchema() {
  const { $schema, ...shape } = z.toJSONSchema(document, {
    io: "input",
    // A word of zod's own, which validators of JSON Schema do not know.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "starts_with") delete jsonSchema.format
    },
  })
  return {
    $schema,
    title: "Watchkeeper monitor config",
    description:
      "Monitors as a portable document. An import also reads other common words for types and intervals.",
    ...shape,
  }
}
