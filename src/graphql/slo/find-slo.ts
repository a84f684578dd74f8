import type { Permission } from "../kernel/access.ts"
import type { Context } from "../kernel/context.ts"
import { requireFound, whereId } from "../kernel/require-found.ts"

/**
 * An SLO that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findSlo(ctx: Context, sloId: string, permission: Permission) {
  const where = whereId(sloId)
  const slo = await ctx.database.prisma.slo.findUnique({
    where,
    include: { monitors: { select: { monitorId: true } } },
  })
  return requireFound(ctx, slo, slo?.projectId ?? where.id, permission, "SLO")
}
