import { newId } from "../../id.ts"
import type { Prisma } from "../../postgres.ts"
import type { EventKind } from "../delivery/event.ts"
import type { Transaction } from "../transaction.ts"

/** What one endpoint is owed of one event. */
export type Share = {
  projectId: string
  endpointId: string
  event: EventKind
  subjectId: string
  /** When the event happened. */
  at: Date
  data: Prisma.JsonValue
  priority: number
  /** Names the cause: the same endpoint is owed the same cause once. */
  cause: string
}

/**
 * Owes endpoints their shares. The text that is sent is written down once, here: receivers get the same bytes
 * at every attempt. Answers the ids of the rows that were added.
 */
export async function oweEndpoints(tx: Transaction, shares: Share[]): Promise<string[]> {
  if (shares.length === 0) return []
  const rows = shares.map((share) => ({
    id: newId(),
    project_id: share.projectId,
    event: share.event,
    subject_id: share.subjectId,
    target: `webhook:${share.endpointId}`,
    endpoint_id: share.endpointId,
    dedupe_key: `webhook:${share.endpointId}:${share.cause}`,
    payload: share.data,
    body: JSON.stringify({
      type: share.event,
      timestamp: share.at.toISOString(),
      data: share.data,
    }),
    priority: share.priority,
  }))
  const added = await tx.db.$queryRaw<{ id: string; projectId: string }[]>`
    insert into delivery
           (id, project_id, event, subject_id, target, endpoint_id, dedupe_key, payload, body, priority)
    select id, project_id, event, subject_id, target, endpoint_id, dedupe_key, payload, body, priority
      from jsonb_populate_recordset(null::delivery, ${JSON.stringify(rows)}::jsonb)
    on conflict (dedupe_key) do nothing
    returning id, project_id as "projectId"`
  for (const projectId of new Set(added.map((row) => row.projectId))) {
    tx.publish("delivery.due", { projectId })
  }
  return added.map(({ id }) => id)
}
