import { z } from "zod"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"

const input = z.object({ id })

/**
 * A window that the actor may touch. An unknown id is asked for like any other, so that it answers
 * exactly as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findMaintenance(ctx: Context, maintenanceId: string, permission: Permission) {
  const where = parse(input, { id: maintenanceId })
  const maintenance = await ctx.database.prisma.maintenance.findUnique({ where })
  await ctx.access.require(maintenance?.projectId ?? where.id, permission, "maintenance")
  if (maintenance === null) throw notFound("maintenance")
  return maintenance
}
