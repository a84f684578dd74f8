import type { VariablesOf } from "../graphql.ts"
import type { CreateKey } from "./key-documents.ts"

export type KeyClass = VariablesOf<typeof CreateKey>["class"]

export const classWord: Record<KeyClass, string> = {
  PUBLIC: "Public",
  LEGACY: "Legacy",
  INGESTION: "Ingestion",
}

/** What a key of the class opens. */
export const classHint: Record<KeyClass, string> = {
  PUBLIC: "The REST API at /v1 and /graphql, within the permissions that you choose.",
  LEGACY: "Agents over /mcp, and metrics for Prometheus at /api/metrics.",
  INGESTION: "Sending logs, traces and metrics over OTLP. Reads nothing.",
}

export const keyClasses = Object.keys(classWord) as KeyClass[]
