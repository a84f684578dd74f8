import type { Transaction } from "../../graphql/kernel/transaction.ts"
import {
  enqueueWebhooks,
  type EndpointEvent,
} from "../../graphql/delivery/webhook/enqueue-webhook.ts"

/**
 * Enqueues events for the enabled endpoints that subscribe to them; an event about an endpoint goes to the
 * project's other endpoints. Returns the ids of events with at least one delivery.
 */
export async function addressEndpoints(tx: Transaction, eventIds: string[]): Promise<string[]> {
  // Locked until the commit, so that no endpoint is deleted before its deliveries are inserted.
  const shares = await tx.db.$queryRaw<EndpointEvent[]>`
    select d.project_id as "projectId", e.id as "endpointId", d.event, d.subject_id as "subjectId",
           d.created_at as at, d.payload as data, d.priority, d.id as cause
      from delivery d
      join webhook_endpoint e on e.project_id = d.project_id and d.event = any(e.event_types)
     where d.id = any(${eventIds}::uuid[]) and e.enabled and e.id <> d.subject_id
     order by d.created_at, d.id, e.id
       for key share of e`
  await enqueueWebhooks(tx, shares)
  return [...new Set(shares.map(({ cause }) => cause))]
}
