import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { requireFound, whereId } from "../../kernel/require-found.ts"

/**
 * An incident that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findIncident(ctx: Context, incidentId: string, permission: Permission) {
  const where = whereId(incidentId)
  const incident = await ctx.database.prisma.incident.findUnique({ where })
  const about = { type: "incident", id: incident?.id ?? null } as const
  return requireFound(ctx, incident, incident?.projectId ?? where.id, permission, "incident", about)
}
