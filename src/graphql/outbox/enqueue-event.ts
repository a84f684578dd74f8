import type { SqlTransaction } from "../kernel/transaction.ts"
import type { EventPayload } from "./event-payloads.ts"
import { priorityOf, type EventKind } from "./event-kinds.ts"
import { insertDeliveries } from "./insert-deliveries.ts"

/** An event with the payload of its schema. */
type Event = { [E in EventKind]: { event: E; payload: EventPayload<E> } }[EventKind]

export type Effect = Event & {
  projectId: string
  /** The row that the event is about. */
  subjectId: string
  /** The row that records the change, such as an incident's timeline entry. */
  changeId?: string | null
  /** Identifies the effect; enqueueing it again adds nothing. */
  dedupeKey: string
  /** Higher goes first; defaults to the event's priority. */
  priority?: number
}

/**
 * Write an outbox row in the transaction that caused the event, with PostgreSQL's time.
 *
 * @returns false if the effect was already enqueued.
 */
export async function enqueue(tx: SqlTransaction, effect: Effect): Promise<boolean> {
  return (await enqueueAll(tx, [effect])) > 0
}

/** Enqueue effects in the given order. @returns the number of rows added. */
export async function enqueueAll(tx: SqlTransaction, effects: Effect[]): Promise<number> {
  const added = await insertDeliveries(
    tx,
    effects.map((effect) => ({
      ...effect,
      queue: "event",
      target: "everyone",
      priority: effect.priority ?? priorityOf(effect.event),
    })),
  )
  return added.length
}
