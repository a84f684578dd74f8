import type { SqlTransaction } from "../../kernel/transaction.ts"
import { enqueueAll } from "../../outbox/enqueue-event.ts"
import type { AuditLine } from "./audit-line.ts"

const event = "audit_entry.created"

/**
 * Enqueues an event for each new entry of a chain, if an endpoint of its project subscribes to it. Entries of before the first
 * subscription are not sent.
 */
export async function announceEntries(tx: SqlTransaction, lines: AuditLine[]): Promise<void> {
  const subscribed = await tx.query<{ id: string }>({
    name: "audit-subscribed",
    text: `
      select distinct project_id as id from webhook_endpoint
       where project_id = any($1::uuid[]) and enabled and '${event}' = any(event_types)`,
    values: [[...new Set(lines.map((line) => line.project_id))]],
  })
  if (subscribed.length === 0) return
  const projects = new Set(subscribed.map(({ id }) => id))
  await enqueueAll(
    tx,
    lines
      .filter((line) => projects.has(line.project_id))
      .map((line) => ({
        projectId: line.project_id,
        event,
        subjectId: line.id,
        dedupeKey: `${event}:${line.id}`,
        payload: { audit_entry: line },
      })),
  )
}
