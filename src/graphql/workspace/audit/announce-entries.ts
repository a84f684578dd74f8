import type { SqlTransaction } from "../../kernel/transaction.ts"
import { enqueueAll } from "../../outbox/enqueue-event.ts"
import type { AuditLine } from "./audit-line.ts"

const event = "audit_entry.created"

/**
 * Enqueues an event for each new entry of the chain, if an endpoint subscribes to it. Entries of before the first
 * subscription are not sent.
 */
export async function announceEntries(
  tx: SqlTransaction,
  projectId: string,
  lines: AuditLine[],
): Promise<void> {
  const subscribed = await tx.query({
    name: "audit-subscribed",
    text: `
      select from webhook_endpoint
       where project_id = $1::uuid and enabled and '${event}' = any(event_types) limit 1`,
    values: [projectId],
  })
  if (subscribed.length === 0) return
  await enqueueAll(
    tx,
    lines.map((line) => ({
      projectId,
      event,
      subjectId: line.id,
      dedupeKey: `${event}:${line.id}`,
      payload: { audit_entry: line },
    })),
  )
}
