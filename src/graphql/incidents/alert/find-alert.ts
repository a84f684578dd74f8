import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * An alert that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findAlert(ctx: Context, alertId: string, permission: Permission) {
  const where = whereId(alertId)
  const alert = await ctx.database.prisma.alert.findUnique({ where })
  const about = { type: "alert", id: alert?.id ?? null } as const
  return requireFound(ctx, alert, alert?.projectId ?? where.id, permission, "alert", about)
}
