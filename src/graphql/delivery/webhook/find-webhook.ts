import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * Find an endpoint that the actor may access. Access is checked for unknown ids too, so they fail exactly like ids
 * of other projects.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findEndpoint(ctx: Context, endpointId: string, permission: Permission) {
  const where = whereId(endpointId)
  const endpoint = await ctx.database.prisma.webhookEndpoint.findUnique({ where })
  return requireFound(
    ctx,
    endpoint,
    endpoint?.projectId ?? where.id,
    permission,
    "webhook endpoint",
  )
}
