import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { changeEndpoint } from "./change-webhook.ts"
import { withoutPath } from "./webhook-diff.ts"

/** Delete an endpoint and its secrets; allowed on every plan. */
export async function deleteEndpoint(ctx: Context, endpointId: string): Promise<string> {
  return changeEndpoint(
    ctx,
    endpointId,
    async (tx, { id, projectId, url }) => {
      await tx.db.webhookEndpoint.delete({ where: { id } })
      await recordAudit(tx, ctx.actor, {
        projectId,
        action: "webhook_endpoint.deleted",
        subjectId: id,
        subjectName: withoutPath(url),
      })
      return id
    },
    { isOnEveryPlan: true },
  )
}
