import { z } from "zod"
import type { Permission } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"

const input = z.object({ id })

/**
 * An alert that the actor may access. An unknown id and an id of another project cause the same error.
 *
 * @throws {DomainError} not_found, and what `access.require` throws.
 */
export async function findAlert(ctx: Context, alertId: string, permission: Permission) {
  const where = parse(input, { id: alertId })
  const alert = await ctx.database.prisma.alert.findUnique({ where })
  const about = { type: "alert", id: alert?.id ?? null } as const
  await ctx.access.require(alert?.projectId ?? where.id, permission, "alert", about)
  if (alert === null) throw notFound("alert")
  return alert
}
