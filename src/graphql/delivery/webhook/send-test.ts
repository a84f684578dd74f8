import type { Delivery } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { priorityOf } from "../../outbox/event-kinds.ts"
import { changeEndpoint } from "./change-webhook.ts"
import { asSubject, withoutPath } from "./webhook-diff.ts"
import { requireEnabled } from "./rules/webhook-enabled.ts"
import { enqueueWebhooks } from "./enqueue-webhook.ts"

const event = "webhook_endpoint.test"

/** Enqueue a test event for one endpoint, regardless of its subscriptions. @returns the delivery. */
export async function sendTestEvent(ctx: Context, endpointId: string): Promise<Delivery> {
  return changeEndpoint(ctx, endpointId, async (tx, endpoint, at) => {
    requireEnabled(endpoint)
    const { id, projectId, url } = endpoint
    const [deliveryId = ""] = await enqueueWebhooks(tx, [
      {
        projectId,
        endpointId: id,
        event,
        subjectId: id,
        at,
        data: { webhook_endpoint: { id, url: withoutPath(url) } },
        priority: priorityOf(event),
        cause: newId(),
      },
    ])
    await recordAudit(tx, ctx.actor, "webhook_endpoint.tested", asSubject(endpoint))
    return tx.db.delivery.findUniqueOrThrow({ where: { id: deliveryId } })
  })
}
