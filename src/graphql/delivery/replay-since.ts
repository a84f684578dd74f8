import { z } from "zod"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { parse } from "../input.ts"
import { changeEndpoint } from "../webhook/change.ts"
import { withoutPath } from "../webhook/diff.ts"
import { requireEnabled } from "../webhook/enabled.ts"

const input = z.object({
  since: z.date({ error: "must be a time such as 2026-01-31T12:00:00Z" }),
  deadOnly: z.boolean().default(false),
})

/**
 * Owes an endpoint again what it was owed since a time and is settled, oldest first; with `deadOnly` just what
 * never arrived. Test events are left out. Answers how many.
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
    const count = await tx.db.$executeRaw`
      update delivery d set state = 'pending', due_at = now(), tries = 0, settled_at = null
        where endpoint_id = ${id}::uuid and created_at >= ${since}::timestamptz
          and event <> 'webhook_endpoint.test'
          and (state = 'dead' or (state = 'delivered' and not ${deadOnly}))`
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "webhook_endpoint.replayed",
      subjectId: id,
      subjectName: withoutPath(url),
      changes: { since: since.toISOString(), deadOnly, count },
    })
    if (count > 0) tx.publish("delivery.due", { projectId })
    return count
  })
}
