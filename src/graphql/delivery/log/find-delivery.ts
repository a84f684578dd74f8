import { z } from "zod"
import type { Delivery } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { aboutOf, permissionOf } from "./readable-delivery.ts"

const input = z.object({ id })

/**
 * Find a delivery that the actor may read; a personal one only for that person.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findDelivery(ctx: Context, deliveryId: string): Promise<Delivery> {
  const { actor } = ctx
  const where = parse(input, { id: deliveryId })
  const found = await ctx.database.prisma.delivery.findUnique({ where })
  if (found !== null && found.projectId === null) {
    if (actor.kind === "user" && actor.userId === found.subjectId) return found
    throw notFound("delivery")
  }
  const permission = found === null ? "webhooks:read" : permissionOf(found)
  await ctx.access.require(
    found?.projectId ?? where.id,
    permission,
    "delivery",
    found === null ? undefined : aboutOf(found),
  )
  if (found === null) throw notFound("delivery")
  return found
}
