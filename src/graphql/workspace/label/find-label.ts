import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * A label that the actor may change. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findLabel(ctx: Context, labelId: string) {
  const where = whereId(labelId)
  const label = await ctx.database.prisma.label.findUnique({ where })
  return requireFound(ctx, label, label?.projectId ?? where.id, "monitors:write", "label")
}
