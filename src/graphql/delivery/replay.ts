import { z } from "zod"
import type { Delivery } from "../../../prisma/generated/client.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { conflict, notFound } from "../errors.ts"
import { id, parse } from "../input.ts"
import { changeEndpoint } from "../webhook/change.ts"
import { withoutPath } from "../webhook/diff.ts"
import { requireEnabled } from "../webhook/enabled.ts"

const input = z.object({ id })

/**
 * Owes a delivery again, at once and with a whole schedule before it, under the same id and with the same text.
 * One that waits for its next attempt goes now; one that is being sent at this moment is left alone.
 *
 * @throws {DomainError} conflict for an event itself, and while its endpoint is disabled.
 */
export async function replayDelivery(ctx: Context, deliveryId: string): Promise<Delivery> {
  const where = parse(input, { id: deliveryId })
  const found = await ctx.database.prisma.delivery.findUnique({ where })
  await ctx.access.require(found?.projectId ?? where.id, "webhooks:write", "delivery")
  if (found === null) throw notFound("delivery")
  if (found.endpointId === null) {
    throw conflict("This is the event itself; replay what its webhook endpoints were owed of it.")
  }
  return changeEndpoint(ctx, found.endpointId, async (tx, endpoint) => {
    requireEnabled(endpoint)
    await tx.db.$executeRaw`
      update delivery
         set state = 'pending', due_at = now(), tries = 0, settled_at = null,
             lease_token = null, lease_until = null
       where id = ${where.id}::uuid
         and (state <> 'pending' or lease_until is null or lease_until < now())`
    await recordAudit(tx, ctx.actor, {
      projectId: endpoint.projectId,
      action: "delivery.replayed",
      subjectId: where.id,
      subjectName: `${found.event} to ${withoutPath(endpoint.url)}`,
    })
    tx.publish("delivery.due", { projectId: endpoint.projectId })
    return tx.db.delivery.findUniqueOrThrow({ where })
  })
}
