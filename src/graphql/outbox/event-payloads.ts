import { z } from "zod"
import {
  ActorKind,
  KeyClass,
  MonitorKind,
  MonitorStatus,
  SloIndicator,
} from "../../../prisma/generated/enums.ts"
import { colored, findings, longText, moment, nameText, urlText } from "../kernel/answer-fields.ts"
import { id } from "../kernel/input.ts"
import type { EventKind } from "./event-kinds.ts"

const named = z.object({ id, name: nameText })
const status = z.enum(MonitorStatus)
const reason = longText.nullable().describe("Why, in English; null if unknown.")

const incident = z.object({
  id,
  number: z.int(),
  title: nameText,
  description: longText,
  findings,
  state: colored.extend({ is_resolved: z.boolean() }),
  severity: colored,
  monitor: named.nullable(),
  monitors: z.array(named.extend({ status })).max(100).describe("Monitor statuses set by hand."),
  is_flapping: z.boolean().describe("True if it recurred within the monitor's flap window."),
  started_at: moment,
  resolved_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
})

const slo = z.object({
  id,
  name: nameText,
  target_percent: z.number(),
  window_days: z.int(),
  indicator: z.enum(SloIndicator),
  service: nameText.nullable().describe("service.name, for the indicator service."),
})

const alert = z.object({
  id,
  number: z.int(),
  title: nameText,
  description: longText,
  findings,
  state: colored,
  severity: colored,
  monitor: named
    .nullable()
    .describe("The monitor that failed; null for an alert of an SLO or a source."),
  slo: slo
    .nullable()
    .describe("The SLO whose error budget burns too fast; null for an alert of a monitor."),
  source: named
    .extend({ kind: nameText.describe("The format that its senders speak, such as pagerduty.") })
    .nullable()
    .describe("The source whose sender reported it; null for an alert of a monitor or an SLO."),
  incident_id: id.nullable(),
  snoozed_until: moment
    .nullable()
    .describe(
      "Until when it pages nobody, if it is snoozed; a time that has passed means nothing.",
    ),
  assignee: named.nullable().describe("The person who works on it."),
  created_at: moment,
  updated_at: moment,
})

const monitorEvent = z.object({
  monitor: named.extend({
    monitor_type: z.enum(MonitorKind),
  }),
})
const incidentEvent = z.object({ incident, reason, findings, failure_class: nameText.nullish() })
const alertEvent = z.object({ alert, reason, findings, failure_class: nameText.nullable() })
const maintenanceEvent = z.object({
  maintenance: z.object({
    id,
    title: nameText,
    description: longText,
    state: colored,
    starts_at: moment,
    ends_at: moment,
    monitors: z.array(named).max(1000),
    series_id: id.nullable().describe("The series it belongs to; null for a single window."),
    created_at: moment,
  }),
})
const sha256 = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]{64}$/)
const auditEntry = z.object({
  seq: z.int().describe("Position in the project's chain, from 1."),
  id,
  project_id: id,
  at: moment,
  action: nameText.describe("Noun and action, such as monitor.created."),
  actor: z.object({
    kind: z.enum(ActorKind),
    id: id.nullable(),
    name: longText,
    key_class: z.enum(KeyClass).nullable(),
  }),
  subject: z.object({ id: id.nullable(), name: longText.nullable() }),
  changes: z.record(nameText, z.any()).nullable().describe("Without secrets."),
  via: z.record(nameText, longText).nullable(),
  previous_hash: sha256,
  hash: sha256.describe("SHA-256 of the entry without it, as canonical JSON (RFC 8785)."),
})
const person = z.object({ id, name: nameText.nullable() }).nullable()

/** The payload of each event, in REST names: what is enqueued, delivered as `data`, and documented. */
export const eventPayloads = {
  "monitor.created": monitorEvent,
  "monitor.updated": monitorEvent,
  "monitor.deleted": monitorEvent,
  "monitor.status_changed": z.object({
    monitor: named,
    from: status.nullable(),
    to: status,
    at: moment.describe("When the status changed. An outage starts at its first failed check."),
    reason,
    findings,
  }),
  "incident.created": incidentEvent,
  "incident.updated": incidentEvent,
  "incident.resolved": incidentEvent,
  "incident.postmortem_published": incidentEvent.extend({
    postmortem: z.object({
      note: z.string().max(50_000),
      published: z.boolean(),
      notify_subscribers: z.boolean(),
    }),
  }),
  "alert.created": alertEvent,
  "alert.acknowledged": alertEvent,
  "alert.unacknowledged": alertEvent,
  "alert.unreached": alertEvent,
  "alert.updated": alertEvent,
  "alert.resolved": alertEvent,
  "maintenance.scheduled": maintenanceEvent,
  "maintenance.reminded": maintenanceEvent,
  "maintenance.started": maintenanceEvent,
  "maintenance.ended": maintenanceEvent,
  "on_call.handed_over": z.object({
    rotation: named,
    previous_user: person,
    user: person.describe("Who is on call now; null in a gap."),
    gap_reason: longText.nullable(),
    since: moment,
    until: moment,
  }),
  "audit_entry.created": z.object({ audit_entry: auditEntry }),
  "webhook_endpoint.disabled": z.object({
    webhook_endpoint: z.object({ id, url: urlText, disabled_reason: longText }),
  }),
  "webhook_endpoint.test": z.object({ webhook_endpoint: z.object({ id, url: urlText }) }),
} satisfies Record<EventKind, z.ZodType>

export type EventPayload<E extends EventKind> = z.output<(typeof eventPayloads)[E]>
