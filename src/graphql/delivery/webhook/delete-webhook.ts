import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { withoutPath } from "./webhook-diff.ts"
import { findEndpoint } from "./find-webhook.ts"

/** Delete an endpoint and its secrets; allowed on every plan. */
export async function deleteEndpoint(ctx: Context, endpointId: string): Promise<string> {
  const { id, projectId, url } = await findEndpoint(ctx, endpointId, "webhooks:write")
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
