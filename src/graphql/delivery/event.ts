/** Every kind of event that the world can be told of; the past tense of what happened. */
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
  "alert.resolved",
  "maintenance.scheduled",
  "maintenance.reminded",
  "maintenance.started",
  "maintenance.ended",
  "on_call.handed_over",
  "webhook_endpoint.disabled",
  "webhook_endpoint.test",
] as const
export type EventKind = (typeof eventKinds)[number]

/** What wakes a person goes before what informs the public, and that before the rest. */
export function priorityOf(event: EventKind): number {
  if (event.startsWith("alert.") || event === "on_call.handed_over") return 20
  return event.startsWith("incident.") ? 10 : 0
}
