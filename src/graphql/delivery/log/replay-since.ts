import { z } from "zod"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { parse } from "../../kernel/input.ts"
import { changeEndpoint } from "../webhook/change-webhook.ts"
import { sendableEvents } from "../webhook/require-events.ts"
import { withoutPath } from "../webhook/webhook-diff.ts"
import { requireEnabled } from "../webhook/rules/webhook-enabled.ts"

const input = z.object({
  since: z.date({ error: "must be a time such as 2026-01-31T12:00:00Z" }),
  deadOnly: z.boolean().default(false),
})

/**
 * Replay an endpoint's settled deliveries since a time, oldest first; `deadOnly` selects failed and cancelled ones.
 * Test events and those that the actor may not read are left out. Returns how many.
 *
 * @throws {DomainError} conflict while the endpoint is disabled.
 */
export async function replayDeliveriesSince(
  ctx: Context,
  endpointId: string,
  given: z.input<typeof input>,
): Promise<number> {
  const { since, deadOnly } = parse(input, given)
  return changeEndpoint(ctx, endpointId, async (tx, { id, projectId, url, enabled }) => {
    requireEnabled({ enabled })
    const events = await sendableEvents(ctx, projectId)
    const count = await tx.db.$executeRaw`
      update delivery d set state = 'pending', due_at = now(), tries = 0, settled_at = null
        where endpoint_id = ${id}::uuid and created_at >= ${since}::timestamptz
          and event <> 'webhook_endpoint.test'
          and event = any(${events}::text[])
          and (state in ('dead', 'cancelled') or (state = 'delivered' and not ${deadOnly}))`
    const changes = { since: since.toISOString(), deadOnly, count }
    const subject = { projectId, id, name: withoutPath(url) }
    await recordAudit(tx, ctx.actor, "webhook_endpoint.replayed", subject, changes)
    if (count > 0) tx.publish("delivery.due", { projectId })
    return count
  })
}
