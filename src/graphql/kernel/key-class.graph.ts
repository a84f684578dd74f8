import { builder } from "./builder.ts"

export const keyClass = builder.enumType("KeyClass", {
  description: "What a key gives access to.",
  values: {
    PUBLIC: { value: "public", description: "/v1 and /graphql, within its scopes." },
    LEGACY: { value: "legacy", description: "/api/metrics and the MCP tools." },
    INGESTION: { value: "ingestion", description: "Sending telemetry." },
  } as const,
})
