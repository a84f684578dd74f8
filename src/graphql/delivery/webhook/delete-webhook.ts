import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { withoutPath } from "./webhook-diff.ts"
import { requireAudit } from "./require-audit.ts"
import { findEndpoint } from "./find-webhook.ts"

/** Delete an endpoint and its secrets; allowed on every plan. */
export async function deleteEndpoint(ctx: Context, endpointId: string): Promise<string> {
  const endpoint = await findEndpoint(ctx, endpointId, "webhooks:write")
  const { id, projectId, url } = endpoint
  await requireAudit(ctx, projectId, endpoint.eventTypes)
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.webhookEndpoint.deleteMany({ where: { id } })
    if (count === 0) throw notFound("webhook endpoint")
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "webhook_endpoint.deleted",
      subjectId: id,
      subjectName: withoutPath(url),
    })
  })
  return id
}
