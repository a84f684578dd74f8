import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { changeEndpoint } from "./change-webhook.ts"
import { asSubject } from "./webhook-diff.ts"

/** Delete an endpoint and its secrets; allowed on every plan. */
export async function deleteEndpoint(ctx: Context, endpointId: string): Promise<string> {
  return changeEndpoint(
    ctx,
    endpointId,
    async (tx, endpoint) => {
      await tx.db.webhookEndpoint.delete({ where: { id: endpoint.id } })
      await recordAudit(tx, ctx.actor, "webhook_endpoint.deleted", asSubject(endpoint))
      return endpoint.id
    },
    { isOnEveryPlan: true },
  )
}
