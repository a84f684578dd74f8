import type { EventKind } from "../../graphql/outbox/event-kinds.ts"
import { eventPayloads } from "../../graphql/outbox/event-payloads.ts"
import type { createSchemas, Json } from "./schemas.ts"

/** What each event means. */
export const eventDescriptions: Record<EventKind, string> = {
  "monitor.created": "A monitor was created.",
  "monitor.updated": "A monitor was updated.",
  "monitor.deleted": "A monitor was deleted.",
  "monitor.status_changed": "The status of a monitor changed.",
  "incident.created": "An incident was declared.",
  "incident.updated": "An incident was changed, acknowledged or reopened, or got an update.",
  "incident.resolved": "An incident was resolved.",
  "incident.postmortem_published": "A post-mortem was published.",
  "alert.created": "An alert was triggered.",
  "alert.acknowledged": "An alert was acknowledged.",
  "alert.unacknowledged": "The acknowledgement of an alert was withdrawn.",
  "alert.unreached":
    "Nobody could be reached about an alert: every message failed, those to owners and admins too.",
  "alert.updated":
    "An alert was snoozed, assigned, merged or split, or people were paged for it, or it got a note. The findings say which.",
  "alert.resolved": "An alert was resolved.",
  "maintenance.scheduled": "A maintenance window was scheduled.",
  "maintenance.reminded":
    "A maintenance window starts soon. Sent only for windows with a reminder.",
  "maintenance.started": "A maintenance window started.",
  "maintenance.ended": "A maintenance window ended or was canceled.",
  "on_call.handed_over": "The person on call of a rotation changed.",
  "audit_entry.created":
    "An entry was added to the audit log. Only members who may read the audit log can subscribe to it.",
  "webhook_endpoint.disabled":
    "A webhook endpoint was disabled because it answered 410 or its deliveries failed for five days.",
  "webhook_endpoint.test": "A test that a person requested.",
}

const headers = [
  ["webhook-id", "The same for all attempts. Store it to detect duplicates."],
  [
    "webhook-timestamp",
    "When this attempt was sent, in seconds since 1970. Reject deliveries older than five minutes.",
  ],
  ["webhook-signature", "v1 signatures, separated by spaces. Two for 24 hours after a rotation."],
] as const

/** Webhooks of the OpenAPI document, one entry per event. */
export function webhooks(write: ReturnType<typeof createSchemas>["write"]): Json {
  return Object.fromEntries(
    Object.entries(eventPayloads).map(([event, data]) => [
      event,
      { post: describe(event as EventKind, write(data, "output")) },
    ]),
  )
}

const describe = (event: EventKind, data: Json): Json => ({
  operationId: `on_${event.replaceAll(".", "_")}`,
  tags: ["Webhook endpoints"],
  summary: event,
  description: eventDescriptions[event],
  security: [],
  parameters: headers.map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string", maxLength: 1000 },
  })),
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["type", "timestamp", "data"],
          properties: {
            type: { type: "string", const: event },
            timestamp: { type: "string", format: "date-time" },
            data,
          },
        },
      },
    },
  },
  responses: {
    "2XX": { description: "Any 2xx within 15 seconds counts as accepted." },
    "410": { description: "Disables the endpoint." },
  },
})
