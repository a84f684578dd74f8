import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { transact } from "../transaction.ts"
import { withoutPath } from "./diff.ts"
import { findEndpoint } from "./find.ts"

/** Takes the endpoint away for good, with its secrets; also on the Free plan, where a person may tidy up. */
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
