import type { WebhookEndpoint } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { lockProject } from "../project/lock.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { findEndpoint } from "./find.ts"
import { requirePro } from "./plan.ts"

/**
 * Runs `work` on an endpoint that the actor may write, alone: the row is held, which is also where the outcome
 * of a delivery waits. `at` is PostgreSQL's time of the transaction.
 */
export async function changeEndpoint<T>(
  ctx: Context,
  endpointId: string,
  work: (tx: Transaction, endpoint: WebhookEndpoint, at: Date) => Promise<T>,
): Promise<T> {
  const { id, projectId } = await findEndpoint(ctx, endpointId, "webhooks:write")
  return transact(ctx, async (tx) => {
    requirePro((await lockProject(tx, projectId, "webhook endpoint")).plan)
    const [held] = await tx.db.$queryRaw<{ at: Date }[]>`
      select now() as at from webhook_endpoint where id = ${id}::uuid for update`
    if (held === undefined) throw notFound("webhook endpoint")
    const endpoint = await tx.db.webhookEndpoint.findUniqueOrThrow({ where: { id } })
    return work(tx, endpoint, held.at)
  })
}
