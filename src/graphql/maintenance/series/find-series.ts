import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * A series that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findSeries(ctx: Context, seriesId: string, permission: Permission) {
  const where = whereId(seriesId)
  const series = await ctx.database.prisma.maintenanceSeries.findUnique({ where })
  const noun = "maintenance series"
  const about = { type: "series", id: series?.id ?? null } as const
  return requireFound(ctx, series, series?.projectId ?? where.id, permission, noun, about)
}
