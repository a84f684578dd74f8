import type { ResultOf } from "gql.tada"
import { z } from "zod"
import { id } from "../../graphql/kernel/input.ts"
import * as fields from "../../graphql/delivery/webhook/rules/webhook-input.ts"
import { graphql } from "../graphql.ts"
import { longText, moment, nameText, urlText } from "../../graphql/kernel/answer-fields.ts"
import { lower } from "../operation.ts"

/** Writable fields of an endpoint. */
export const members = {
  url: fields.url.describe(
    "https on port 443, without user name, password or fragment. Stored in normalized form.",
  ),
  event_types: fields.eventTypes.describe("At least one event type, without duplicates."),
  enabled: fields.enabled.describe(
    "Whether events are sent. Disabling cancels queued deliveries; events that occur while disabled are not sent.",
  ),
}
export const secret = z.string().max(100).describe("The signing secret, returned only once.")

/** An endpoint as returned. */
export const endpoint = z
  .object({
    id,
    url: urlText,
    description: longText,
    event_types: z.array(nameText).max(100),
    enabled: z
      .boolean()
      .describe(
        "Whether events are sent. Disabling cancels queued deliveries; events that occur while disabled are not sent.",
      ),
    disabled_reason: z
      .enum(["gone", "failing"])
      .nullable()
      .describe(
        "Why it was disabled automatically: gone after a 410 response, failing after five days of failures. null if " +
          "enabled or disabled by you.",
      ),
    consecutive_failures: z.int().min(0).describe("Failed attempts since the last success."),
    secret_hint: z.string().max(4).describe("The last four characters of the signing secret."),
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
