import type { ResultOf } from "gql.tada"
import { z } from "zod"
import { id } from "../../graphql/input.ts"
import * as fields from "../../graphql/webhook/input.ts"
import { graphql } from "../graphql.ts"
import { lower, moment } from "../operation.ts"

/** What is written of an endpoint. */
export const members = {
  url: fields.url.describe(
    "https on port 443, without user name, password or fragment; it is stored as a URL parser writes it.",
  ),
  event_types: fields.eventTypes.describe("At least one kind of event, each once."),
  enabled: fields.enabled.describe("Whether anything is sent to it."),
}
export const secret = z.string().describe("The signing secret; it is shown this once.")

/** What is read of it. */
export const endpoint = z
  .object({
    id,
    url: z.string(),
    description: z.string(),
    event_types: z.array(z.string()),
    enabled: z.boolean().describe("Whether anything is sent to it."),
    disabled_reason: z
      .enum(["gone", "failing"])
      .nullable()
      .describe(
        "Why it was disabled by itself: it answered 410, or nothing arrived for five days. Null while it is " +
          "enabled, and where you disabled it.",
      ),
    consecutive_failures: z.int().min(0).describe("Attempts that failed since the last success."),
    secret_hint: z.string().describe("The last four characters of the signing secret."),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "WebhookEndpoint" })

export const endpointFields = graphql(`
  fragment Endpoint on WebhookEndpoint {
    id
    url
    description
    eventTypes
    enabled
    disabledReason
    consecutiveFailures
    secretHint
    createdAt
    updatedAt
  }
`)

export const ofEndpoint = (row: ResultOf<typeof endpointFields>) => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_types: row.eventTypes,
  enabled: row.enabled,
  disabled_reason: row.disabledReason && lower(row.disabledReason),
  consecutive_failures: row.consecutiveFailures,
  secret_hint: row.secretHint,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

export const exampleEndpoint = {
  id: "01937f63-0a14-7000-8000-9b5c62f1e7d3",
  url: "https://example.com/hooks/watchkeeper",
  description: "Opens tickets.",
  event_types: ["incident.created", "incident.resolved"],
  enabled: true,
  disabled_reason: null,
  consecutive_failures: 0,
  secret_hint: "4tg=",
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
}
export const exampleSecret = "whsec_Zguh0sCXiQ07aRGM2oldSeN4aIYWXgKdhjSkU5DZ4tg="
