import type { DisabledReason, WebhookEndpoint } from "../../../prisma/generated/client.ts"
import { recordAudit } from "../audit/record.ts"
import { enqueue } from "../delivery/enqueue.ts"
import type { Transaction } from "../transaction.ts"
import { withoutPath } from "./diff.ts"

const words: Record<DisabledReason, string> = {
  gone: "The endpoint answered 410 and was disabled.",
  failing: "The endpoint was disabled: nothing had arrived for five days.",
}

/**
 * Switches off an endpoint whose row the caller holds, and gives up what it is owed; what is being sent at this
 * moment is left to its sender. The event is how the world hears of it: the project's other endpoints do.
 */
export async function disableEndpoint(
  tx: Transaction,
  { id, projectId, url }: Pick<WebhookEndpoint, "id" | "projectId" | "url">,
  reason: DisabledReason,
): Promise<void> {
  const [disabled] = await tx.db.$queryRaw<{ at: Date }[]>`
    update webhook_endpoint
       set enabled = false, disabled_reason = ${reason}::disabled_reason, updated_at = now()
     where id = ${id}::uuid and enabled returning updated_at as at`
  if (disabled === undefined) return
  await tx.db.$executeRaw`
    update delivery
       set state = 'dead', settled_at = now(), last_error = ${words[reason]}
     where endpoint_id = ${id}::uuid and state = 'pending'
       and not exists (select from delivery_lease l where l.delivery_id = delivery.id and l.until >= now())`
  await recordAudit(
    tx,
    { kind: "system", name: "deliveries" },
    {
      projectId,
      action: "webhook_endpoint.disabled",
      subjectId: id,
      subjectName: withoutPath(url),
      changes: { reason },
    },
  )
  await enqueue(tx, {
    projectId,
    event: "webhook_endpoint.disabled",
    subjectId: id,
    dedupeKey: `webhook_endpoint.disabled:${id}:${disabled.at.toISOString()}`,
    payload: { webhook_endpoint: { id, url: withoutPath(url), disabled_reason: reason } },
  })
}
