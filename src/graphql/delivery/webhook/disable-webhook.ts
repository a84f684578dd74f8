import type { DisabledReason, WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { enqueue } from "../../outbox/enqueue-event.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { cancelQueued } from "./cancel-queued.ts"
import { withoutPath } from "./webhook-diff.ts"

/**
 * Disable an endpoint and cancel its queued deliveries. The event informs the project's other endpoints.
 */
export async function disableEndpoint(
  tx: SqlTransaction,
  { id, projectId, url }: Pick<WebhookEndpoint, "id" | "projectId" | "url">,
  reason: DisabledReason,
): Promise<void> {
  // Waits for events being fanned out to it, which hold a key lock.
  await tx.query({
    name: "lock-endpoint",
    text: "select from webhook_endpoint where id = $1::uuid for update",
    values: [id],
  })
  const [disabled] = await tx.query<{ at: Date }>({
    name: "disable-endpoint",
    text: `
      update webhook_endpoint
         set enabled = false, disabled_reason = $2::disabled_reason, updated_at = now()
       where id = $1::uuid and enabled returning updated_at as at`,
    values: [id, reason],
  })
  if (disabled === undefined) return
  await cancelQueued(tx, id, { code: `endpoint_${reason}`, parameters: {} })
  const changes = { reason }
  const subject = { projectId, id, name: withoutPath(url) }
  await recordAudit(
    tx,
    { kind: "system", name: "deliveries" },
    "webhook_endpoint.disabled",
    subject,
    changes,
  )
  await enqueue(tx, {
    projectId,
    event: "webhook_endpoint.disabled",
    subjectId: id,
    dedupeKey: `webhook_endpoint.disabled:${id}:${disabled.at.toISOString()}`,
    payload: { webhook_endpoint: { id, url: withoutPath(url), disabled_reason: reason } },
  })
}
