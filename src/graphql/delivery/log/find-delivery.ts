import type { Delivery } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"
import { notFound } from "../../kernel/errors.ts"
import { aboutOf, permissionOf } from "./readable-delivery.ts"

/**
 * Find a delivery that the actor may read; a personal one only for that person.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findDelivery(ctx: Context, deliveryId: string): Promise<Delivery> {
  const { actor } = ctx
  const where = whereId(deliveryId)
  const found = await ctx.database.prisma.delivery.findUnique({ where })
  if (found !== null && found.projectId === null) {
    if (actor.kind === "user" && actor.userId === found.subjectId) return found
    throw notFound("delivery")
  }
  const permission = found === null ? "webhooks:read" : permissionOf(found)
  return requireFound(
    ctx,
    found,
    found?.projectId ?? where.id,
    permission,
    "delivery",
    found === null ? undefined : aboutOf(found),
  )
}
