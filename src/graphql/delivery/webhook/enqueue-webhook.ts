import type { Prisma } from "../../../platform/postgres.ts"
import type { EventKind } from "../../outbox/event-kinds.ts"
import { insertDeliveries } from "../../outbox/insert-deliveries.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** One event for one endpoint. */
export type EndpointEvent = {
  projectId: string
  endpointId: string
  event: EventKind
  subjectId: string
  /** When the event happened. */
  at: Date
  data: Prisma.JsonValue
  priority: number
  /** Deduplicates: an endpoint gets each cause once. */
  cause: string
}

/**
 * Enqueue webhook deliveries. The body is serialized here once, so receivers get the same bytes at every attempt.
 * Returns the ids of the rows added.
 */
export const enqueueWebhooks = (tx: Transaction, events: EndpointEvent[]): Promise<string[]> =>
  insertDeliveries(
    tx,
    events.map(({ endpointId, at, data, cause, event, ...rest }) => ({
      ...rest,
      queue: "webhook",
      event,
      target: `webhook:${endpointId}`,
      endpointId,
      dedupeKey: `webhook:${endpointId}:${cause}`,
      payload: data,
      body: JSON.stringify({ type: event, timestamp: at.toISOString(), data }),
    })),
  )
