import { z } from "zod"
import { document } from "./config-document.ts"

/** JSON Schema (2020-12) of config documents, for editors and authors. */
export function documentSchema() {
  const { $schema, ...shape } = z.toJSONSchema(document, {
    io: "input",
    // A zod extension that JSON Schema validators do not know.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "starts_with") delete jsonSchema.format
    },
  })
  return {
    $schema,
    title: "Watchkeeper monitor config",
    description:
      "Monitors as a portable document. An import also accepts other common spellings of types and intervals.",
    ...shape,
  }
}
