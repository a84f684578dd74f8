/** All event kinds, in the past tense. */
export const eventKinds = [
  "monitor.created",
  "monitor.updated",
  "monitor.deleted",
  "monitor.status_changed",
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "incident.postmortem_published",
  "alert.created",
  "alert.acknowledged",
  "alert.unacknowledged",
  "alert.unreached",
  "alert.updated",
  "alert.resolved",
  "maintenance.scheduled",
  "maintenance.reminded",
  "maintenance.started",
  "maintenance.ended",
  "on_call.handed_over",
  "audit_entry.created",
  "webhook_endpoint.disabled",
  "webhook_endpoint.test",
] as const
export type EventKind = (typeof eventKinds)[number]

/** Pages first, then public incidents, then everything else. */
export function priorityOf(event: EventKind): number {
  if (event.startsWith("alert.") || event === "on_call.handed_over") return 20
  return event.startsWith("incident.") ? 10 : 0
}
