import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * A source that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findSource(ctx: Context, sourceId: string, permission: Permission) {
  const where = whereId(sourceId)
  const source = await ctx.database.prisma.source.findUnique({ where })
  return requireFound(ctx, source, source?.projectId ?? where.id, permission, "source")
}
