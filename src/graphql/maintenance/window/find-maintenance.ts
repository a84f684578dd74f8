import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * A window that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findMaintenance(ctx: Context, maintenanceId: string, permission: Permission) {
  const where = whereId(maintenanceId)
  const maintenance = await ctx.database.prisma.maintenance.findUnique({ where })
  const about = { type: "maintenance", id: maintenance?.id ?? null } as const
  return requireFound(
    ctx,
    maintenance,
    maintenance?.projectId ?? where.id,
    permission,
    "maintenance",
    about,
  )
}
