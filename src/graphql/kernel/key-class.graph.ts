import { builder } from "./builder.ts"
import { valuesOf } from "./values-of.ts"

export const keyClass = builder.enumType("KeyClass", {
  description: "What a key gives access to.",
  values: valuesOf({
    public: "/v1 and /graphql, within its scopes.",
    legacy: "/api/metrics and the MCP tools.",
    ingestion: "Sending telemetry.",
  }),
})
