import { z } from "zod"

/** Every message between processes. Payloads are ids; listeners read the rows themselves. */
export const topics = {
  "monitor.changed": z.object({ projectId: z.uuid(), monitorId: z.uuid() }),
  "monitor.check_requested": z.object({ projectId: z.uuid(), monitorId: z.uuid() }),
  "monitor_test.requested": z.object({ testId: z.uuid() }),
  "monitor_test.answered": z.object({ testId: z.uuid() }),
  "monitor.status_changed": z.object({
    projectId: z.uuid(),
    monitorId: z.uuid(),
    changeId: z.uuid(),
  }),
  /** One message for many checks, as nearly all messages are of this kind: when they started, by monitor.seq. */
  "checks.recorded": z.object({ startedAtMs: z.record(z.string(), z.int()) }),
  /** What the operator set in the browser is read again. */
  "settings.changed": z.object({}),
  /** Other probers can lease the shards that this one had. */
  "probe.released": z.object({ proberId: z.uuid() }),
  "slo.changed": z.object({ projectId: z.uuid(), sloId: z.uuid() }),
  "incident.changed": z.object({ projectId: z.uuid(), incidentId: z.uuid() }),
  /** A person wrote a text that status pages show. */
  "incident.text_written": z.object({ incidentId: z.uuid() }),
  "alert.changed": z.object({ projectId: z.uuid(), alertId: z.uuid() }),
  "on_call.changed": z.object({ projectId: z.uuid() }),
  "maintenance.changed": z.object({ projectId: z.uuid(), maintenanceId: z.uuid() }),
  "status_page.changed": z.object({ projectId: z.uuid(), statusPageId: z.uuid() }),
  /** A key, session or membership may have ended: open streams check theirs. */
  "access.changed": z.object({ projectId: z.uuid().nullable(), userId: z.uuid().nullable() }),
  /** `projectId` is null for a single person's delivery; without `queue`, all queues. */
  "delivery.due": z.object({
    projectId: z.uuid().nullable(),
    queue: z.enum(["event", "webhook", "page", "notice"]).optional(),
  }),
} as const

export type Topic = keyof typeof topics
export type Payload<T extends Topic> = z.output<(typeof topics)[T]>
export type Message = { [T in Topic]: { topic: T; payload: Payload<T> } }[Topic]

const envelope = z.object({ topic: z.string(), payload: z.unknown() })

/** Parses a message; null for unknown ones, such as those of a newer version. A dropped nudge is harmless. */
export function parseMessage(value: unknown): Message | null {
  const { success, data } = envelope.safeParse(value)
  if (!success || !isTopic(data.topic)) return null
  const { topic } = data
  const payload = topics[topic].safeParse(data.payload)
  return payload.success ? ({ topic, payload: payload.data } as Message) : null
}

const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name)
