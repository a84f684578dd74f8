import { z } from "zod"
import type { EventKind } from "../../graphql/delivery/event.ts"
import { id } from "../../graphql/input.ts"
import { colored, moment } from "../operation.ts"
import type { createSchemas, Json } from "./schemas.ts"

const named = z.object({ id, name: z.string() })
const status = z.enum(["operational", "degraded", "offline", "unknown"])
const reason = z.string().nullable().describe("Why, in a sentence; null where there is no word.")

const incident = z.object({
  id,
  number: z.int(),
  title: z.string(),
  description: z.string(),
  state: colored.extend({ is_resolved: z.boolean() }),
  severity: colored,
  monitor: named.nullable(),
  monitors: z.array(named.extend({ status })).describe("What a person said of monitors."),
  is_flapping: z.boolean().describe("True once it came back within ten minutes."),
  started_at: moment,
  resolved_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
})

const alert = z.object({
  id,
  number: z.int(),
  title: z.string(),
  description: z.string(),
  state: colored,
  severity: colored,
  monitor: named.nullable(),
  incident_id: id.nullable(),
  created_at: moment,
  updated_at: moment,
})

const monitorEvent = z.object({
  monitor: named.extend({
    monitor_type: z.enum(["http", "tcp", "ping", "dns", "tls", "heartbeat"]),
  }),
})
const incidentEvent = z.object({ incident, reason, failure_class: z.string().nullish() })
const alertEvent = z.object({ alert, reason, failure_class: z.string().nullable() })
const maintenanceEvent = z.object({
  maintenance: z.object({
    id,
    title: z.string(),
    description: z.string(),
    state: colored,
    starts_at: moment,
    ends_at: moment,
    monitors: z.array(named),
    series_id: id.nullable().describe("The series that made it; null for one of its own."),
    created_at: moment,
  }),
})
const person = z.object({ id, name: z.string().nullable() }).nullable()

/** The member `data` of every event that is sent. */
export const eventData: Record<EventKind, z.ZodType> = {
  "monitor.created": monitorEvent,
  "monitor.updated": monitorEvent,
  "monitor.deleted": monitorEvent,
  "monitor.status_changed": z.object({
    monitor: named,
    from: status.nullable(),
    to: status,
    at: moment.describe("When it became true; an outage began at its first failed check."),
    reason,
  }),
  "incident.created": incidentEvent,
  "incident.updated": incidentEvent,
  "incident.resolved": incidentEvent,
  "incident.postmortem_published": incidentEvent.extend({
    postmortem: z.object({
      note: z.string(),
      published: z.boolean(),
      notify_subscribers: z.boolean(),
    }),
  }),
  "alert.created": alertEvent,
  "alert.acknowledged": alertEvent,
  "alert.resolved": alertEvent,
  "maintenance.scheduled": maintenanceEvent,
  "maintenance.reminded": maintenanceEvent,
  "maintenance.started": maintenanceEvent,
  "maintenance.ended": maintenanceEvent,
  "on_call.handed_over": z.object({
    rotation: named,
    previous_user: person,
    user: person.describe("Who has the watch now; null in a gap."),
    gap_reason: z.string().nullable(),
    since: moment,
    until: moment,
  }),
  "webhook_endpoint.disabled": z.object({
    webhook_endpoint: z.object({ id, url: z.string(), disabled_reason: z.string() }),
  }),
  "webhook_endpoint.test": z.object({ webhook_endpoint: z.object({ id, url: z.string() }) }),
}

const words: Record<EventKind, string> = {
  "monitor.created": "A monitor was made.",
  "monitor.updated": "A monitor's settings were changed.",
  "monitor.deleted": "A monitor was deleted.",
  "monitor.status_changed": "The status of a monitor changed.",
  "incident.created": "An incident was declared.",
  "incident.updated": "An incident was changed, acknowledged, reopened or spoken of.",
  "incident.resolved": "An incident was resolved.",
  "incident.postmortem_published": "A post-mortem was published.",
  "alert.created": "An alert was triggered.",
  "alert.acknowledged": "Somebody took an alert on.",
  "alert.resolved": "An alert was resolved.",
  "maintenance.scheduled": "A maintenance window was planned.",
  "maintenance.reminded": "A maintenance window begins soon; sent where it was asked for.",
  "maintenance.started": "A maintenance window began.",
  "maintenance.ended": "A maintenance window is over, or was called off.",
  "on_call.handed_over": "The watch of a rotation passed to somebody else.",
  "webhook_endpoint.disabled": "An endpoint was switched off because it kept failing.",
  "webhook_endpoint.test": "A test that was asked for.",
}

const headers = [
  ["webhook-id", "The same over all attempts; keep it to notice repetitions."],
  [
    "webhook-timestamp",
    "Seconds since 1970 of this attempt; refuse what is older than five minutes.",
  ],
  ["webhook-signature", "v1 signatures, divided by spaces: two within a day of a rotation."],
] as const

/** What is sent to webhook endpoints, an entry an event. */
export function webhooks(write: ReturnType<typeof createSchemas>["write"]): Json {
  return Object.fromEntries(
    Object.entries(eventData).map(([event, data]) => [
      event,
      { post: describe(event as EventKind, write(data, "output")) },
    ]),
  )
}

const describe = (event: EventKind, data: Json): Json => ({
  operationId: `on_${event.replaceAll(".", "_")}`,
  tags: ["Webhook endpoints"],
  summary: event,
  description: words[event],
  security: [],
  parameters: headers.map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
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
    "2XX": { description: "Any 2xx within 15 seconds counts as delivered." },
    "410": { description: "Switches the endpoint off for good." },
  },
})
