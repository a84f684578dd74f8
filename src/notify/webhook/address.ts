import type { Transaction } from "../../graphql/transaction.ts"
import type { Share } from "../../graphql/webhook/owe.ts"
import { oweEndpoints } from "../../graphql/webhook/owe.ts"

/**
 * Owes events to the enabled endpoints that are subscribed to them; an event about an endpoint goes to the others
 * of its project. Answers the ids of the events that anybody is owed.
 */
export async function addressEndpoints(tx: Transaction, eventIds: string[]): Promise<string[]> {
  // Held until the commit, so that no endpoint is deleted under its deliveries.
  const shares = await tx.db.$queryRaw<Share[]>`
    select d.project_id as "projectId", e.id as "endpointId", d.event, d.subject_id as "subjectId",
           d.created_at as at, d.payload as data, d.priority, d.id as cause
      from delivery d
      join webhook_endpoint e on e.project_id = d.project_id and d.event = any(e.event_types)
     where d.id = any(${eventIds}::uuid[]) and e.enabled and e.id <> d.subject_id
     order by d.created_at, d.id, e.id
       for key share of e`
  await oweEndpoints(tx, shares)
  return [...new Set(shares.map(({ cause }) => cause))]
}
