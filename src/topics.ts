import { z } from "zod"

/** Everything the processes tell each other. Payloads are ids: a listener reads the row itself. */
export const topics = {
  "monitor.changed": z.object({ projectId: z.uuid(), monitorId: z.uuid() }),
  "monitor.check_requested": z.object({ projectId: z.uuid(), monitorId: z.uuid() }),
  "monitor.status_changed": z.object({
    projectId: z.uuid(),
    monitorId: z.uuid(),
    changeId: z.uuid(),
  }),
  "check.recorded": z.object({
    projectId: z.uuid(),
    monitorId: z.uuid(),
    startedAt: z.iso.datetime(),
  }),
  "incident.changed": z.object({ projectId: z.uuid(), incidentId: z.uuid() }),
  "alert.changed": z.object({ projectId: z.uuid(), alertId: z.uuid() }),
  "on_call.changed": z.object({ projectId: z.uuid() }),
  "maintenance.changed": z.object({ projectId: z.uuid(), maintenanceId: z.uuid() }),
  "status_page.changed": z.object({ projectId: z.uuid(), statusPageId: z.uuid() }),
  /** A key, session or membership may have ended: whoever holds a stream looks again. */
  "access.changed": z.object({ projectId: z.uuid().nullable(), userId: z.uuid().nullable() }),
  /** Null where it concerns a person alone; all lanes where none is named. */
  "delivery.due": z.object({
    projectId: z.uuid().nullable(),
    lane: z.enum(["event", "webhook", "page", "notice"]).optional(),
  }),
} as const

export type Topic = keyof typeof topics
export type Payload<T extends Topic> = z.output<(typeof topics)[T]>
export type Message = { [T in Topic]: { topic: T; payload: Payload<T> } }[Topic]

const envelope = z.object({ topic: z.string(), payload: z.unknown() })

/** Null for what is not ours or comes from a newer version: a nudge may be dropped, never guessed. */
export function parseMessage(value: unknown): Message | null {
  const { success, data } = envelope.safeParse(value)
  if (!success || !isTopic(data.topic)) return null
  const { topic } = data
  const payload = topics[topic].safeParse(data.payload)
  return payload.success ? ({ topic, payload: payload.data } as Message) : null
}

const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name)
