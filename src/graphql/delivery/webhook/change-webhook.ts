import type { WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { transact } from "../../kernel/transaction.ts"
import { findEndpoint } from "./find-webhook.ts"
import { requirePro } from "./rules/webhook-plan.ts"

/**
 * Run `work` on an endpoint that the actor may write, with its row locked; settling deliveries waits for the same
 * lock. `at` is PostgreSQL's transaction time.
 */
export async function changeEndpoint<T>(
  ctx: Context,
  endpointId: string,
  work: (tx: Transaction, endpoint: WebhookEndpoint, at: Date) => Promise<T>,
): Promise<T> {
  const { id, projectId } = await findEndpoint(ctx, endpointId, "webhooks:write")
  return transact(ctx, async (tx) => {
    requirePro((await lockProject(tx, projectId, "webhook endpoint")).plan)
    const [locked] = await tx.db.$queryRaw<{ at: Date }[]>`
      select now() as at from webhook_endpoint where id = ${id}::uuid for update`
    if (locked === undefined) throw notFound("webhook endpoint")
    const endpoint = await tx.db.webhookEndpoint.findUniqueOrThrow({ where: { id } })
    return work(tx, endpoint, locked.at)
  })
}
