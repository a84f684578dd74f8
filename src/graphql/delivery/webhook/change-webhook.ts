import type { WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { findEndpoint } from "./find-webhook.ts"
import { requireEvents } from "./require-events.ts"
import { requirePro } from "./rules/webhook-plan.ts"

/**
 * The only way to change an endpoint, its secret or what is sent to it: runs `work` with its row locked if the actor
 * may write it and read the events that it receives. `at` is PostgreSQL's transaction time.
 */
export async function changeEndpoint<T>(
  ctx: Context,
  endpointId: string,
  work: (tx: Transaction, endpoint: WebhookEndpoint, at: Date) => Promise<T>,
  { isOnEveryPlan = false } = {},
): Promise<T> {
  const { id, projectId } = await findEndpoint(ctx, endpointId, "webhooks:write")
  return transact(ctx, async (tx) => {
    const { plan } = await lockProject(tx, projectId, "webhook endpoint")
    if (!isOnEveryPlan) requirePro(plan)
    const [locked] = await tx.db.$queryRaw<{ at: Date; queued: string[] }[]>`
      select now() as at,
             array(select distinct event from delivery
                    where endpoint_id = ${id}::uuid and state = 'pending') as queued
        from webhook_endpoint where id = ${id}::uuid for update`
    if (locked === undefined) throw notFound("webhook endpoint")
    const endpoint = await tx.db.webhookEndpoint.findUniqueOrThrow({ where: { id } })
    // Events of kinds that it no longer subscribes to may still be queued.
    await requireEvents(ctx, projectId, [...endpoint.eventTypes, ...locked.queued])
    return work(tx, endpoint, locked.at)
  })
}
