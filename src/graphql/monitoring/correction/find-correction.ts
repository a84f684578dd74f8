import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * A correction that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findCorrection(ctx: Context, correctionId: string, permission: Permission) {
  const where = whereId(correctionId)
  const found = await ctx.database.prisma.correction.findUnique({ where })
  const about = { type: "correction", id: found?.id ?? null } as const
  return requireFound(ctx, found, found?.projectId ?? where.id, permission, "correction", about)
}
