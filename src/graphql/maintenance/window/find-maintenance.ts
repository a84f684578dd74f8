import { z } from "zod"
import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"

const input = z.object({ id })

/**
 * A window that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findMaintenance(ctx: Context, maintenanceId: string, permission: Permission) {
  const where = parse(input, { id: maintenanceId })
  const maintenance = await ctx.database.prisma.maintenance.findUnique({ where })
  const about = { type: "maintenance", id: maintenance?.id ?? null } as const
  await ctx.access.require(maintenance?.projectId ?? where.id, permission, "maintenance", about)
  if (maintenance === null) throw notFound("maintenance")
  return maintenance
}
