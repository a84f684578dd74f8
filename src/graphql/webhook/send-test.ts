import type { Delivery } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import type { Context } from "../context.ts"
import { priorityOf } from "../delivery/event.ts"
import { changeEndpoint } from "./change.ts"
import { withoutPath } from "./diff.ts"
import { requireEnabled } from "./enabled.ts"
import { oweEndpoints } from "./owe.ts"

const event = "webhook_endpoint.test"

/** Owes the endpoint a test event, whatever kinds it is subscribed to, and nobody else. Answers the delivery. */
export async function sendTestEvent(ctx: Context, endpointId: string): Promise<Delivery> {
  return changeEndpoint(ctx, endpointId, async (tx, endpoint, at) => {
    requireEnabled(endpoint)
    const { id, projectId, url } = endpoint
    const [deliveryId = ""] = await oweEndpoints(tx, [
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
    return tx.db.delivery.findUniqueOrThrow({ where: { id: deliveryId } })
  })
}
