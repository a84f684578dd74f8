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

/** Texts of one statement: a busy minute of a project with a hundred endpoints is ten thousand. */
const rowsAtOnce = 200

/**
 * Owes endpoints their shares. The text that is sent is written down once, here: receivers get the same bytes
 * at every attempt. Answers the ids of the rows that were added.
 */
export async function oweEndpoints(tx: Transaction, shares: Share[]): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < shares.length; from += rowsAtOnce) {
    const rows = shares.slice(from, from + rowsAtOnce).map((share) => rowOf(share))
    const added = await tx.db.$queryRaw<{ id: string }[]>`
      insert into delivery
             (id, project_id, lane, event, subject_id, target, endpoint_id, dedupe_key, payload, body, priority)
      select id, project_id, 'webhook', event, subject_id, target, endpoint_id, dedupe_key, payload, body,
             priority
        from jsonb_populate_recordset(null::delivery, ${JSON.stringify(rows)}::jsonb)
      on conflict (dedupe_key) do nothing
      returning id`
    ids.push(...added.map(({ id }) => id))
  }
  for (const projectId of new Set(shares.map((share) => share.projectId))) {
    tx.publish("delivery.due", { projectId })
  }
  return ids
}

const rowOf = ({ projectId, endpointId, event, subjectId, at, data, priority, cause }: Share) => ({
  id: newId(),
  project_id: projectId,
  event,
  subject_id: subjectId,
  target: `webhook:${endpointId}`,
  endpoint_id: endpointId,
  dedupe_key: `webhook:${endpointId}:${cause}`,
  payload: data,
  body: JSON.stringify({ type: event, timestamp: at.toISOString(), data }),
  priority,
})
