import { z } from "zod"
import type { Permission } from "../access.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { id, parse } from "../input.ts"

const input = z.object({ id })

/**
 * An alert that the actor may touch. An unknown id is asked for like any other, so that it answers
 * exactly as one of another project.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findAlert(ctx: Context, alertId: string, permission: Permission) {
  const where = parse(input, { id: alertId })
  const alert = await ctx.database.prisma.alert.findUnique({ where })
  await ctx.access.require(alert?.projectId ?? where.id, permission, "alert")
  if (alert === null) throw notFound("alert")
  return alert
}
